import HearthModel
import HearthSystem
import Testing

@testable import HearthServer
@testable import HearthStore

@Suite struct AppSocketsTests {
    /// A socket that cannot be made at first is there as soon as it can be made, without another change of the table.
    @Test func whatCannotBeMadeIsTriedAgain() throws {
        let loop = EventLoop()
        let pipe = try #require(DescriptorPipe())
        defer { closeDescriptor(pipe.writeEnd) }
        var tries = 0
        let sockets = AppSockets(
            in: AppSocketFolder("/nowhere/apps"),
            Log(upTo: .error, isJournal: false),
            open: { path throws(SystemError) in
                tries += 1
                #expect(path == "/nowhere/apps/org.example.diary/sock")
                guard tries > 2 else { throw SystemError("There is no descriptor left.") }
                return OpenSocket(descriptor: pipe.readEnd, remove: {})
            },
            listen: { descriptor, _ in
                Listener(
                    loop,
                    descriptor,
                    connectionsMax: 1,
                    count: { 0 },
                    accepted: { _, _ in },
                    refused: { _ in }
                )
            }
        )
        var table = AccessTable()
        try table.execute(.add(AppID("org.example.diary"), name: ""))
        for _ in 0..<5 {
            sockets.update(to: table)
        }
        #expect(tries == 3)
        sockets.close()
        loop.poll(waiting: false)
    }
}
