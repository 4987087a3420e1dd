import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// Bytes that are no frames, or not whole ones, end their connection at most.
@Suite struct BrokenFrameTests {
    private let server: ServerProcess
    private let bystander: Bystander

    init() throws {
        server = try ServerProcess(in: ServerFolder())
        bystander = try Bystander(server)
    }

    @Test func halfAFrameCostsOnlyItsConnection() throws {
        for isIntroduced in [false, true] {
            for part in [1, 3, 4, 5, 1_000] {
                let client = try SocketClient(server.folder.socket)
                if isIntroduced {
                    try client.open("org.example.half")
                }
                let ids = (0..<100).map { ObjectID(high: 7, low: $0) }
                let frame = try client.frame(.save(Save(columns: NumberedSamples.columns(ids)))).bytes
                try client.send(Array(frame.prefix(part)))
                try bystander.isServed()
            }
        }
        // Nothing of a half save was saved.
        try bystander.isServed()
        #expect(try bystander.savedCount() == bystander.acknowledgedCount)
    }

    /// A save over several frames, of which the last never comes.
    @Test func aSaveThatIsNotFinishedIsForgotten() throws {
        do {
            let client = try server.connect("org.example.unfinished")
            var random = SeededGenerator(seed: 91)
            let frames = try (0..<5).map { _ in
                let columns = NumberedSamples.columns(NumberedSamples.ids(4_000, &random))
                return try client.frame(.save(Save(columns: columns, more: true)), call: 7)
            }
            for frame in frames {
                try client.send(frame)
                try bystander.isServed()
            }
            while try bystander.status().store.stagedBytes < frames.map(\.count).reduce(0, +) - 64 {}
        }
        while try bystander.status().store.stagedBytes > 0 {}
        #expect(try bystander.savedCount() == bystander.acknowledgedCount)
    }

    @Test func aSaveArrivesByteByByte() throws {
        let client = try server.connect("org.example.slow")
        let (bytes, call) = try client.frame(.save(Save(columns: NumberedSamples.columns([ObjectID(high: 1, low: 2)]))))
        for byte in bytes.dropLast() {
            try client.send([byte])
        }
        try bystander.isServed()
        try client.send(bytes.suffix(1))
        let frame = try client.receive()
        #expect(frame.call == call)
        guard case .committed(let committed) = frame.reply else {
            Issue.record("no Committed but \(frame.reply)")
            return
        }
        #expect(committed.added == 1)
    }

    @Test(arguments: [
        (length: UInt32(0), code: ErrorCode.malformedFrame),
        (16_777_217, .frameTooLarge),
        (1 << 31, .frameTooLarge),
        (.max, .frameTooLarge),
    ])
    func aLengthThatIsNotAllowedIsRefusedAtOnce(_ length: UInt32, _ code: ErrorCode) throws {
        for isIntroduced in [false, true] {
            let client = try SocketClient(server.folder.socket)
            if isIntroduced {
                try client.open("org.example.lengths")
            }
            try client.send(withUnsafeBytes(of: length.littleEndian) { Array($0) })
            let replies = try client.receiveAll()
            #expect(replies.map(\.reply.errorCode) == [code])
            #expect(replies.map(\.call) == [0])
        }
        try bystander.isServed()
    }

    /// A frame may be as long as it says, but only who sends it pays for it.
    @Test func aLongFrameThatDoesNotComeTakesNoMemory() throws {
        let before = try server.residentBytes
        let clients = try (0..<50).map { _ in try server.connect("org.example.promises") }
        for client in clients {
            try client.send(withUnsafeBytes(of: UInt32(16_777_216).littleEndian) { Array($0) } + [8])
        }
        try bystander.isServed()
        #expect(try server.residentBytes - before < 16 << 20)
        #expect(clients.count == 50)
    }

    @Test func aStrangerMayNotSendMuchBeforeHello() throws {
        let client = try SocketClient(server.folder.socket)
        let length = withUnsafeBytes(of: UInt32(16_777_216).littleEndian) { Array($0) }
        // The server may end the connection before it has read all of it.
        try? client.send(length + [UInt8](repeating: 8, count: 1 << 20))
        #expect(try client.receiveAll().map(\.reply.errorCode) == [.handshakeRequired])
        try bystander.isServed()
    }

    @Test func noiseEndsItsConnection() throws {
        var random = SeededGenerator(seed: 85)
        for _ in 0..<100 {
            let client = try server.connect("org.example.noise")
            let noise = (0..<Int.random(in: 1...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let length = withUnsafeBytes(of: UInt32(noise.count).littleEndian) { Array($0) }
            // What happens to be a request gets a reply; what is none ends the connection, as the length 0 does.
            try client.send(length + noise + [0, 0, 0, 0])
            let last = try client.receiveAll().last?.reply.errorCode
            #expect(last == .malformedFrame || last == .protocolViolation)
        }
        try bystander.isServed()
    }
}
