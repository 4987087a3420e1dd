import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// The only tests here for which time has to pass: connections that never say Hello.
@Suite struct SilenceTests {
    @Test func whoNeverSaysHelloIsSentAwayAndNobodyElseIs() throws {
        let server = try ServerProcess(in: ServerFolder())
        let quiet = try ServerProcess(in: ServerFolder())
        let bystander = try Bystander(server)
        let isOver = Tally()
        let beginnings: [[UInt8]] = [[], [0x21], [0x21, 0, 0, 0, 8]]
        let waiting = beginnings.map { bytes in
            BackgroundWork<[ErrorCode?]> { [socket = server.folder.socket] in
                defer { isOver.add() }
                let stranger = try SocketClient(socket)
                try stranger.send(bytes)
                return try stranger.receiveAll().map(\.reply.errorCode)
            }
        }
        while isOver.value < waiting.count {
            try bystander.isServed()
        }
        for work in waiting {
            #expect(try work.value() == [.handshakeTimeout])
        }
        // A server to which nobody has come for longer than that has not counted the time against who comes now.
        for _ in 0..<3 {
            try quiet.connect().save(NumberedSamples.columns([ObjectID(high: 1, low: 1)]))
        }
    }
}
