import Foundation
import HearthModel
import HearthServer
import HearthTestSupport
import HearthWire
import Testing

/// What Protocol/vectors says that a server accepts and refuses, sent to one.
@Suite struct VectorTests {
    private static func cases(_ prefix: String) -> [URL] {
        Repository.files(in: Repository.vectors, ending: ".hex").filter { $0.lastPathComponent.hasPrefix(prefix) }
    }

    @Test func thereAreVectors() {
        #expect(Self.cases("accept-").count > 50)
        #expect(Self.cases("refuse-").count > 250)
    }

    /// After each of them the connection lives on, unless the code ends it, and another one is not disturbed.
    @Test(arguments: cases("refuse-")) func whatIsWrongIsRefusedWithItsCode(file: URL) throws {
        let vector = try HexText(of: file)
        guard vector.header["direction"] == "client" else { return }
        let harness = try ServerHarness()
        let bystander = try harness.open("org.example.bystander")
        let isHello = vector.header["field"]?.hasPrefix("hello") == true
        let client = isHello ? TestClient(harness) : try harness.open()
        // A credit is refused on the call that it is for.
        if vector.header["field"]?.hasPrefix("credit") == true {
            client.send(2, .observe(Observe(clauses: [])))
            _ = client.receive()
        }
        client.send(vector.bytes)
        // Some files end in the middle of a frame, which only the next bytes make a fault.
        let replies = client.receive()
        let error = replies.compactMap(\.error).first
        #expect(error?.code.name == vector.header["error"], "\(replies)")
        if let field = vector.header["field"] {
            #expect(error?.field == field)
        }
        let ends = ["MALFORMED_FRAME", "FRAME_TOO_LARGE"].contains(vector.header["error"])
        #expect(client.isClosed == ends)
        bystander.send(2, .ping(Ping(payload: [7])))
        #expect(bystander.receive().count == 1)
    }

    /// Each gets an answer, and not one about its form.
    @Test(arguments: cases("accept-")) func whatIsUnusualIsAccepted(file: URL) throws {
        let vector = try HexText(of: file)
        guard vector.header["direction"] == "client" else { return }
        let harness = try ServerHarness()
        let frame = try FrameDecoder().clientFrame(vector.bytes.span.bytes.extracting(droppingFirst: 4))
        let client = frame.role == .hello ? TestClient(harness) : try harness.open()
        client.send(vector.bytes)
        let replies = client.receive()
        #expect(!client.isClosed)
        let aboutForm: [ErrorCode] = [
            .malformedFrame, .malformedColumn, .malformedText, .malformedPredicate, .valueOutOfRange, .limitExceeded,
            .protocolViolation, .unimplemented,
        ]
        #expect(!replies.contains { $0.error.map { aboutForm.contains($0.code) } ?? false }, "\(replies)")
    }
}

extension TestClient.Received {
    var error: HearthError? {
        if case .error(let reply) = reply { reply.error } else { nil }
    }
}
