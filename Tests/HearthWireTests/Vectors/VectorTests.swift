import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// Protocol/vectors. A file that is added there is a case here.
@Suite struct VectorTests {
    /// Frames that are not in the form in which this codec writes them, with the reason.
    private static let otherForms: [String: String] = [:]

    /// Errors that end the connection.
    private static let endingCodes: Set<ErrorCode> = [.malformedFrame, .frameTooLarge]

    @Test func noFolderIsEmpty() {
        #expect(!Vectors.frames.isEmpty)
        #expect(!Vectors.accepted.isEmpty)
        #expect(!Vectors.refused.isEmpty)
        #expect(!Vectors.sessions.isEmpty)
    }

    // MARK: - Frames

    @Test(arguments: Vectors.frames)
    func aFrameIsDecodedAndEncoded(_ vector: FrameVector) throws {
        let (frame, bytes) = try vector.frame()
        let encoded = try frame.encoded()
        #expect(try VectorFrame(frame.direction, encoded) == frame)
        #expect(frame.independentlyEncoded == encoded)
        #expect((encoded == bytes) == (Self.otherForms[vector.name] == nil))
    }

    @Test func theExceptionsExist() {
        let names = Set(Vectors.frames.map(\.name))
        #expect(Set(Self.otherForms.keys).isSubset(of: names))
    }

    @Test func theFramesAsOneStream() throws {
        var random = SeededGenerator(seed: SeededGenerator.firstSeed(default: 1))
        var requests: [(frame: ClientFrame, bytes: [UInt8])] = []
        var replies: [(frame: ServerFrame, bytes: [UInt8])] = []
        for vector in Vectors.frames {
            let (frame, bytes) = try vector.frame()
            switch frame {
            case .client(let frame): requests.append((frame, bytes))
            case .server(let frame): replies.append((frame, bytes))
            }
        }
        try FramingVerifier(requests).verify(&random, "the frames of clients")
        try FramingVerifier(replies).verify(&random, "the frames of servers")
    }

    // MARK: - Accepted and refused

    @Test(arguments: Vectors.accepted)
    func whatIsToBeAcceptedIs(_ vector: CaseVector) throws {
        let content = try vector.content()
        let frame = try VectorFrame(content.direction, content.bytes)
        if let original = content.header["equals"] {
            let name = original.dropFirst("frames/".count)
            let vector = try #require(Vectors.frames.first { $0.name == name }, "\(original) does not exist")
            #expect(try vector.frame().frame == frame)
        }
        // A reply that is not known is never sent.
        if case .server(let reply) = frame, reply.reply == .unknown { return }
        let encoded = try frame.encoded()
        #expect(try VectorFrame(content.direction, encoded) == frame)
        #expect(frame.independentlyEncoded == encoded)
    }

    @Test(arguments: Vectors.refused)
    func whatIsToBeRefusedIs(_ vector: CaseVector) throws {
        let content = try vector.content()
        let expected = try #require(content.header["error"])
        let refusal = try #require(whatBecomes(of: content), "nothing was refused")
        #expect(refusal.error.code.name == expected)
        #expect(refusal.error.field == content.header["field"] ?? "")
        #expect(refusal.endsConnection == Self.endingCodes.contains(refusal.error.code))
    }

    private struct Refusal {
        var error: HearthError
        var endsConnection: Bool
    }

    /// What becomes of the bytes on a connection; nil when nothing is wrong with them.
    private func whatBecomes(of content: CaseVector.Content) -> Refusal? {
        var splitter = FrameSplitter()
        let decoder = FrameDecoder()
        var refusal: HearthError?
        do throws(HearthError) {
            try splitter.push(content.bytes.span.bytes) { body throws(HearthError) in
                switch content.direction {
                case .client: refusal = try decoder.clientFrame(body).content.error
                case .server: refusal = try decoder.serverFrame(body).content.error
                }
            }
            return refusal.map { Refusal(error: $0, endsConnection: false) }
        } catch {
            return Refusal(error: error, endsConnection: true)
        }
    }

    // MARK: - Sessions

    @Test(arguments: Vectors.sessions)
    func theFramesOfASessionAreDecoded(_ vector: SessionVector) throws {
        let frames = try vector.frames()
        #expect(!frames.isEmpty)
        for (index, (direction, bytes)) in frames.enumerated() {
            do {
                let frame = try VectorFrame(direction, bytes)
                #expect(try frame.encoded() == bytes)
                #expect(frame.independentlyEncoded == bytes)
            } catch let refusal as HearthError {
                // A session may show how a request is refused; the server then says the same.
                let error = try firstError(in: frames.dropFirst(index + 1))
                #expect(direction == .client)
                #expect(error?.code == refusal.code)
                #expect(error?.field == refusal.field)
            }
        }
    }

    private func firstError(in frames: ArraySlice<SessionVector.Frame>) throws -> HearthError? {
        for (direction, bytes) in frames where direction == .server {
            guard case .server(let frame) = try VectorFrame(direction, bytes) else { continue }
            if case .error(let error) = frame.reply { return error.error }
        }
        return nil
    }
}

extension Result where Failure == HearthError {
    fileprivate var error: HearthError? {
        switch self {
        case .success: nil
        case .failure(let error): error
        }
    }
}
