import HearthModel
import HearthSystem
import HearthTestSupport
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
            open: { socket throws(SystemError) in
                tries += 1
                #expect(socket.path == "/nowhere/apps/org.example.diary/sock")
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
        try table.execute(.add(AppID("org.example.diary"), name: ""), at: Timestamp(nanoseconds: 0))
        for _ in 0..<5 {
            sockets.update(to: table)
        }
        #expect(tries == 3)
        sockets.close()
        loop.poll(waiting: false)
    }

    /// Each app that has no socket is logged, and once for each reason.
    @Test func eachAppWithoutItsSocketIsLoggedOnce() throws {
        let pipe = try #require(DescriptorPipe())
        var reason = "It is another server's."
        let sockets = AppSockets(
            in: AppSocketFolder("/nowhere/apps"),
            Log(upTo: .error, isJournal: false, LogOutput(pipe.writeEnd)),
            open: { _ throws(SystemError) in throw SystemError(reason) },
            listen: { _, _ in preconditionFailure("no socket was made") }
        )
        var table = AccessTable()
        for app in ["org.example.a", "org.example.b"] {
            try table.execute(.add(AppID(app), name: ""), at: Timestamp(nanoseconds: 0))
        }
        sockets.update(to: table)
        sockets.update(to: table)
        reason = "It is a file."
        sockets.update(to: table)
        closeDescriptor(pipe.writeEnd)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(pipe.readEnd, &bytes, bytes.count)
        closeDescriptor(pipe.readEnd)
        let lines = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
        let expected = ["It is another server's.", "It is a file."].flatMap { reason in
            ["a", "b"].map { "hearth: error: the app org.example.\($0) has no socket: \(reason)" }
        }
        #expect(lines.map { String($0) } == expected)
    }

    /// A socket for another group is another socket, and the connections through the old one end. Another name changes neither.
    @Test func aSocketForAnotherGroupIsMadeAgain() throws {
        let loop = EventLoop()
        var made: [String] = []
        var changed: [AppID] = []
        let sockets = AppSockets(
            in: AppSocketFolder("/nowhere/apps"),
            Log(upTo: .error, isJournal: false),
            open: { socket throws(SystemError) in
                guard let pipe = DescriptorPipe() else { throw SystemError("There is no descriptor left.") }
                made.append(socket.group)
                return OpenSocket(descriptor: pipe.readEnd, remove: { closeDescriptor(pipe.writeEnd) })
            },
            listen: { descriptor, _ in
                Listener(loop, descriptor, connectionsMax: 1, count: { 0 }, accepted: { _, _ in }, refused: { _ in })
            },
            changed: { changed.append($0) }
        )
        let app: AppID = "org.example.diary"
        var table = AccessTable()
        for (name, group) in [("", ""), ("Diary", ""), ("Diary", "0"), ("Mood", "0"), ("Mood", "1"), ("Mood", "")] {
            try table.execute(.add(app, name: name, group: group), at: Timestamp(nanoseconds: 0))
            sockets.update(to: table)
        }
        #expect(made == ["", "0", "1", ""] && changed == [app, app, app])
        try table.execute(.remove(app), at: Timestamp(nanoseconds: 0))
        sockets.update(to: table)
        #expect(made.count == 4 && changed.count == 3, "those connections end with an error")
        sockets.close()
        loop.poll(waiting: false)
    }

    /// Groups pass the folder of the apps only as long as one of them has to.
    @Test func theFolderIsClosedWhenTheLastGroupIsGone() throws {
        let folder = try ServerFolder()
        let apps = folder.path + "/apps"
        let loop = EventLoop()
        let sockets = AppSockets(
            in: AppSocketFolder(apps),
            Log(upTo: .error, isJournal: false),
            open: { socket throws(SystemError) in
                let made = try AppSocketFile.make(socket)
                return OpenSocket(descriptor: made.descriptor) { made.remove() }
            },
            listen: { descriptor, _ in
                Listener(loop, descriptor, connectionsMax: 1, count: { 0 }, accepted: { _, _ in }, refused: { _ in })
            }
        )
        let group = String(getegid())
        var table = AccessTable()
        let steps: [(control: AccessControl, permissions: UInt32)] = [
            (.add("org.example.a", name: ""), 0o700), (.add("org.example.b", name: "", group: group), 0o711),
            (.add("org.example.c", name: "", group: group), 0o711), (.remove("org.example.b"), 0o711),
            (.add("org.example.c", name: ""), 0o700), (.add("org.example.c", name: "", group: group), 0o711),
            (.remove("org.example.c"), 0o700),
        ]
        for (control, permissions) in steps {
            try table.execute(control, at: Timestamp(nanoseconds: 0))
            sockets.update(to: table)
            #expect(FileStatus(of: apps)?.permissions == permissions, "\(control)")
        }
        // Permissions that the server has not set stay.
        chmod(apps, 0o755)
        try table.execute(.remove("org.example.a"), at: Timestamp(nanoseconds: 0))
        sockets.update(to: table)
        #expect(FileStatus(of: apps)?.permissions == 0o755)
        sockets.close()
        loop.poll(waiting: false)
    }

    /// Clients of a socket of systemd that is not served would wait for an answer.
    @Test func aSocketWhoseClientsCannotBeRefusedIsTriedAgain() throws {
        let loop = EventLoop()
        let pipe = try #require(DescriptorPipe())
        defer { closeDescriptor(pipe.writeEnd) }
        var tries = 0
        let refuse = { (_: Int32) -> Listener? in
            tries += 1
            guard tries > 2 else { return nil }
            return Listener(
                loop,
                pipe.readEnd,
                connectionsMax: 0,
                count: { 0 },
                accepted: { _, _ in },
                refused: { _ in }
            )
        }
        let sockets = AppSockets(
            in: AppSocketFolder("/nowhere/apps"),
            Log(upTo: .error, isJournal: false),
            activated: .init(descriptors: ["org.example.diary": -1], refuse: refuse),
            open: { _ throws(SystemError) in throw SystemError("No app has been added.") },
            listen: { _, _ in preconditionFailure("no socket was made") }
        )
        for _ in 0..<5 {
            sockets.update(to: AccessTable())
        }
        #expect(tries == 3)
        sockets.close()
        loop.poll(waiting: false)
    }

    /// No unit of systemd can be for a group that is not there.
    @Test(arguments: [true, false]) func aGroupThatTheMachineDoesNotHaveIsNamed(isOfSystemd: Bool) throws {
        let folder = try ServerFolder()
        let socket = AppSocket("org.example.diary", name: "", path: folder.file("a/sock"), group: "no-such-group")
        let error = #expect(throws: SystemError.self) {
            _ = isOfSystemd ? try AppSocketFile.take(0, for: socket) : try AppSocketFile.make(socket).descriptor
        }
        #expect(error?.description == "This machine has no group 'no-such-group'.")
    }

    /// An older version refuses a store with a record of a kind that it does not know.
    @Test func theGroupIsARecordOfItsOwn() throws {
        var table = AccessTable()
        try table.execute(.add("org.example.a", name: "Diary", group: "mood"), at: Timestamp(nanoseconds: 0))
        try table.execute(.add("org.example.b", name: "", group: "mood"), at: Timestamp(nanoseconds: 0))
        try table.execute(.add("org.example.c", name: "Run"), at: Timestamp(nanoseconds: 0))
        let records = table.stored(excluding: AccessTable())
        #expect(records.map { String(decoding: $0.value, as: UTF8.self) } == ["Diary", "mood", "", "mood", "Run"])
        let read = try AccessTable(records)
        #expect(read == table && read.group(of: "org.example.b") == "mood" && read.group(of: "org.example.c") == "")
        #expect(read.name(of: "org.example.a") == "Diary" && read.group(of: "org.example.none") == nil)
        try table.execute(.add("org.example.a", name: "Diary", group: "run"), at: Timestamp(nanoseconds: 0))
        #expect(read != table && table.stored(excluding: read).count == 1, "a change of the group alone is stored")
        try table.execute(.remove("org.example.a"), at: Timestamp(nanoseconds: 0))
        try table.execute(.add("org.example.a", name: "Diary"), at: Timestamp(nanoseconds: 0))
        #expect(table.group(of: "org.example.a") == "", "a socket that is taken back keeps no group")
    }
}
