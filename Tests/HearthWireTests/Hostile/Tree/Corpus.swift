import HearthModel
import HearthWire
import Testing

/// Valid frames that together hold every field of the protocol: those of Protocol/vectors/frames.
enum Corpus {
    static let frames: [Frame] = Vectors.frames.compactMap { vector in
        guard let (frame, bytes) = try? vector.frame() else { return nil }
        let direction = frame.direction
        let name = direction == .client ? "ClientFrame" : "ServerFrame"
        return MessageTree(name, reading: bytes.dropFirst(Codec.prefixBytes)).map {
            Frame(name: vector.name, direction: direction, bytes: bytes, tree: $0, sites: $0.sites())
        }
    }

    static let requests = frames.filter { $0.direction == .client }
    static let replies = frames.filter { $0.direction == .server }

    /// A valid frame.
    struct Frame: Sendable, CustomTestStringConvertible {
        var name: String
        var direction: VectorFrame.Direction
        /// With the length in front.
        var bytes: [UInt8]
        var tree: MessageTree
        var sites: [Site]

        var testDescription: String { name }
    }

    /// The fields that occur in the corpus.
    static let fields = Set(frames.flatMap { $0.sites.map(\.field) })
}

extension Codec {
    /// The error with which a frame is refused; nil when it is accepted.
    func refusal(_ tree: MessageTree, _ direction: VectorFrame.Direction) -> HearthError? {
        switch direction {
        case .client: refusal(ClientFrame.self, tree.framed)
        case .server: refusal(ServerFrame.self, tree.framed)
        }
    }

    /// What a frame holds.
    func decode(_ tree: MessageTree, _ direction: VectorFrame.Direction) throws(HearthError) -> VectorFrame {
        switch direction {
        case .client: .client(try decode(ClientFrame.self, tree.framed))
        case .server: .server(try decode(ServerFrame.self, tree.framed))
        }
    }
}

/// Frames that were not refused as they should be. One test tries thousands: it reports a few of them and how many.
struct RefusalCheck: ~Copyable {
    let codec = Codec()
    private var checks = 0
    private var faults: [String] = []

    /// Checks that a frame is refused with this error.
    mutating func expect(
        _ code: ErrorCode,
        at field: String,
        _ tree: MessageTree,
        _ direction: VectorFrame.Direction,
        _ comment: @autoclosure () -> String
    ) {
        checks += 1
        let refusal = codec.refusal(tree, direction)
        guard refusal?.code != code || refusal?.field != field else { return }
        faults.append("\(comment()): \(code.name) at \(field) expected, \(refusal?.description ?? "accepted")")
    }

    /// Reports what was found; checks that there was anything to check.
    consuming func report(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(checks > 0, sourceLocation: sourceLocation)
        guard !faults.isEmpty else { return }
        let first = faults.prefix(5).joined(separator: "\n")
        Issue.record("\(faults.count) of \(checks): \(first)", sourceLocation: sourceLocation)
    }
}

@Suite struct CorpusTests {
    @Test func theCorpusHoldsEveryField() {
        let missing = Schema.hearth.fields.filter { !Corpus.fields.contains($0) }
        #expect(missing.isEmpty)
        #expect(Corpus.frames.count == Vectors.frames.count)
        #expect(Schema.hearth.messages.count > 50)
    }

    @Test(arguments: Corpus.frames)
    func aFrameIsWrittenAsItWasRead(_ frame: Corpus.Frame) {
        #expect(frame.tree.framed == frame.bytes)
        #expect(Codec().refusal(frame.tree, frame.direction) == nil)
    }

    /// What the schema's comments say about columns is understood: each `bytes` field is a column, a UUID or opaque.
    @Test func everyColumnHasAWidth() {
        let opaque = Schema.hearth.fields.filter { $0.type == "bytes" && $0.width == nil }
        #expect(Set(opaque.map(\.name)) == ["anchor", "contents", "payload"])
    }
}
