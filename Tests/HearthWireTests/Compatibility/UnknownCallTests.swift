import HearthModel
import HearthWire
import Testing

/// Requests and replies of a later minor version: a server says that it does not know the request, a client passes over
/// the reply, and the connection goes on.
@Suite struct UnknownCallTests {
    private static let contents: [MessageTree.Value] = [
        .bytes([]),
        .bytes(Array("later".utf8)),
        .message(MessageTree("", [MessageTree.Field(number: 1, value: .double(.nan))])),
        .varint(7),
        .fixed64(0),
        .fixed32(0),
    ]

    private static func frame(_ name: String, call: UInt64, _ number: UInt64, _ value: MessageTree.Value) -> MessageTree
    {
        MessageTree(
            name,
            [
                MessageTree.Field(number: 1, value: .varint(call)),
                MessageTree.Field(number: number, value: value),
            ]
        )
    }

    // MARK: - Requests

    /// The numbers that hearth.proto sets aside for later calls.
    @Test(arguments: 22...99 as ClosedRange<UInt64>)
    func anUnknownRequestIsUnimplementedForItsCall(_ number: UInt64) throws {
        let decoder = FrameDecoder()
        for content in Self.contents {
            let body = Self.frame("ClientFrame", call: number, number, content).bytes
            let incoming = try decoder.clientFrame(body.span.bytes)
            #expect(incoming.call == number)
            #expect(incoming.content.failure?.code == .unimplemented)
        }
    }

    @Test func noRequestAtAllIsUnimplementedForItsCall() throws {
        let body: [UInt8] = [0x08, 0x07]
        let incoming = try FrameDecoder().clientFrame(body.span.bytes)
        #expect(incoming.call == 7)
        #expect(incoming.content.failure?.code == .unimplemented)
    }

    /// Known frames before, between and after unknown ones, through one splitter and one decoder.
    @Test func theFramesAroundAnUnknownRequestAreDecodedAsUsual() throws {
        var stream: [UInt8] = []
        var expected: [Request?] = []
        let codec = Codec()
        for (index, frame) in Corpus.requests.enumerated() {
            stream += frame.bytes
            expected.append(try codec.decode(ClientFrame.self, frame.bytes).request)
            let number = UInt64(22 + index % 78)
            stream += Self.frame("ClientFrame", call: 1000, number, Self.contents[index % Self.contents.count]).framed
            expected.append(nil)
        }
        var splitter = FrameSplitter()
        let decoder = FrameDecoder()
        var decoded: [Request?] = []
        try splitter.push(stream.span.bytes) { body throws(HearthError) in
            switch try decoder.clientFrame(body).content {
            case .success(let request): decoded.append(request)
            case .failure(let error):
                #expect(error.code == .unimplemented)
                decoded.append(nil)
            }
        }
        #expect(decoded == expected)
        #expect(splitter.pendingBytes == 0)
    }

    /// Without a call there is nobody to answer.
    @Test func anUnknownRequestWithoutACallEndsTheConnection() {
        let body = Self.frame("ClientFrame", call: 0, 99, .bytes([])).bytes
        let error = Codec().connectionError(.client, body)
        #expect(error?.code == .malformedFrame)
    }

    // MARK: - Replies

    @Test(arguments: 20...99 as ClosedRange<UInt64>)
    func anUnknownReplyIsPassedOver(_ number: UInt64) throws {
        let decoder = FrameDecoder()
        for content in Self.contents {
            let body = Self.frame("ServerFrame", call: number, number, content).bytes
            let incoming = try decoder.serverFrame(body.span.bytes)
            #expect(incoming.call == number)
            #expect(try incoming.content.get() == .unknown)
        }
    }

    @Test func theFramesAroundAnUnknownReplyAreDecodedAsUsual() throws {
        var stream: [UInt8] = []
        var expected: [Reply] = []
        let codec = Codec()
        for (index, frame) in Corpus.replies.enumerated() {
            stream += frame.bytes
            expected.append(try codec.decode(ServerFrame.self, frame.bytes).reply)
            stream += Self.frame("ServerFrame", call: 3, UInt64(20 + index % 80), .bytes([1, 2, 3])).framed
            expected.append(.unknown)
        }
        var splitter = FrameSplitter()
        let decoder = FrameDecoder()
        var decoded: [Reply] = []
        try splitter.push(stream.span.bytes) { body throws(HearthError) in
            decoded.append(try decoder.serverFrame(body).content.get())
        }
        #expect(decoded == expected)
    }

    /// An unknown reply may be for the connection as a whole.
    @Test func anUnknownReplyWithoutACallIsPassedOver() throws {
        let body: [UInt8] = [0xA2, 0x01, 0x00]
        let incoming = try FrameDecoder().serverFrame(body.span.bytes)
        #expect(incoming.call == 0)
        #expect(try incoming.content.get() == .unknown)
    }
}

extension Result {
    /// The error; nil when there is none.
    var failure: Failure? {
        switch self {
        case .success: nil
        case .failure(let error): error
        }
    }
}
