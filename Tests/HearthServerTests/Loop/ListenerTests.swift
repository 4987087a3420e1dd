import Foundation
import HearthSocket
import HearthTestSupport
import Testing

@testable import HearthServer

@Suite struct ListenerTests {
    /// A listener, and what has become of those who came.
    private final class Door {
        let loop = EventLoop()
        let folder: ServerFolder
        var hasDescriptors: Bool
        var accepted: [Int32] = []
        var refusals = 0
        private var listener: Listener?

        init(hasDescriptors: Bool = true) throws {
            self.hasDescriptors = hasDescriptors
            folder = try ServerFolder()
            let descriptor = try UnixSocket.make()
            let code = try UnixSocket.withAddress(folder.file("door")) { bind(descriptor, $0, $1) }
            guard code == 0, listen(descriptor, 16) == 0 else { throw Unexpected.failed("listening", errno) }
            listener = Listener(
                loop,
                descriptor,
                connectionsMax: 8,
                count: { [unowned self] in accepted.count },
                accepted: { [unowned self] descriptor, _ in accepted.append(descriptor) },
                refused: { [unowned self] _ in refusals += 1 },
                answer: { _ in Array("full".utf8) },
                openReserve: { [unowned self] in self.hasDescriptors ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1 }
            )
        }

        /// Somebody comes, and is accepted or refused.
        func visit() throws {
            let before = accepted.count + refusals
            let client = try UnixSocket.connect(to: folder.file("door"))
            defer { Foundation.close(client) }
            while accepted.count + refusals == before {
                loop.poll(waiting: true)
            }
        }

        func close() {
            listener?.close()
            accepted.forEach { Foundation.close($0) }
            loop.poll(waiting: false)
        }
    }

    /// A client that is closed without a word believes that the server belongs to another user.
    @Test func aRefusedClientIsToldWhy() throws {
        let door = try Door()
        for _ in 0..<8 {
            try door.visit()
        }
        let client = try UnixSocket.connect(to: door.folder.file("door"))
        defer { Foundation.close(client) }
        // Its Hello, which nobody reads.
        #expect([1, 2, 3].withUnsafeBytes { UnixSocket.send(client, $0) } > 0)
        while door.refusals == 0 {
            door.loop.poll(waiting: true)
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = bytes.withUnsafeMutableBytes { UnixSocket.receive(client, $0) }
        #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == "full")
        door.close()
    }

    @Test func whoComesIsAccepted() throws {
        let door = try Door()
        try door.visit()
        #expect(door.accepted.count == 1 && door.refusals == 0)
        door.close()
    }

    /// Another thread has the descriptor that was kept for refusals, and gives it back when somebody is accepted: he would
    /// have it for good, and those after him would wait without an answer.
    @Test func nobodyIsAcceptedWhereNobodyCouldBeRefused() throws {
        let door = try Door(hasDescriptors: false)
        try door.visit()
        try door.visit()
        #expect(door.accepted.isEmpty && door.refusals == 2)
        door.hasDescriptors = true
        try door.visit()
        #expect(door.accepted.count == 1 && door.refusals == 2)
        door.close()
    }
}
