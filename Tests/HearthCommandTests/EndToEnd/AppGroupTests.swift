import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// Sockets of apps that are for a group: `hearth app add --group`. The clients are processes of other users.
@Suite(
    .enabled(if: geteuid() == 0, "only root can become another user"),
    .enabled(if: OtherUser.canRun, "other users can run neither the program nor setpriv")
)
struct AppGroupTests {
    private static let app = "org.example.diary"

    private let folder: ServerFolder
    private var socket: String { folder.path + "/run/apps/\(Self.app)/sock" }
    private let group = "54321"

    /// The group can pass the folders above the sockets.
    init() throws {
        folder = try ServerFolder()
        chmod(folder.path, 0o711)
        mkdir(folder.path + "/run", 0o711)
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> HearthTool {
        let tool = try HearthTool(arguments, in: folder)
        #expect(tool.exit == .code(0), "\(tool.errors)")
        return tool
    }

    private func user(_ number: UInt32, in groups: String, _ arguments: String...) throws -> HearthTool {
        try OtherUser(number: number, groups: groups).run(arguments, in: folder, socket: socket)
    }

    private func groupNumber(of path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.groupOwnerAccountID] as? Int
    }

    /// What is there after `hearth app add --group`.
    private func expectSharedSocket() throws {
        let status = try #require(FileStatus(of: socket))
        #expect(status.isSocket && status.permissions == 0o660 && groupNumber(of: socket) == 54_321)
        let own = folder.path + "/run/apps/\(Self.app)"
        #expect(FileStatus(of: own)?.permissions == 0o710 && groupNumber(of: own) == 54_321)
        #expect(FileStatus(of: folder.path + "/run/apps")?.permissions == 0o711)
        #expect(FileStatus(of: folder.socket)?.permissions == 0o600)
    }

    @Test func membersOfTheGroupAreTheApp() throws {
        let server = try ServerProcess(in: folder)
        let added = try run("app", "add", Self.app, "--name", "Diary", "--group", group)
        #expect(added.output.contains("Members of the group 54321 can connect to it, too."))
        #expect(added.errors.isEmpty)
        try expectSharedSocket()
        try run("allow", Self.app, "heartRate", "--save")
        let mode = "also for the group 54321: every member of the group is the app. No other program can be it, except"
        #expect(try run("access", Self.app).output.contains(mode))

        #expect(added.output.contains(" Their programs have to set HEARTH_SOCKET=\(socket).\n"), "\(added.output)")
        let saved = try user(54_001, in: group, "save", "heartRate", "61")
        #expect(saved.exit == .code(0), "\(saved.errors)")
        #expect(try run("sources", "--json").output.contains("\"identifier\":\"\(Self.app)\",\"name\":\"Diary\""))
        for administration in [["app"], ["access"], ["allow", Self.app, "all"], ["status"]] {
            let refused = try OtherUser(number: 54_001, groups: group).run(administration, in: folder, socket: socket)
            #expect(refused.exit == .code(1) && refused.errors.contains("AUTHORIZATION_DENIED"), "\(refused.errors)")
        }
        let doctor = try user(54_001, in: group, "doctor")
        #expect(doctor.exit == .code(0) && doctor.output.contains("through the socket of an app"), "\(doctor.output)")
        let outsider = try user(54_002, in: "54002", "query", "heartRate")
        #expect(outsider.exit == .code(1) && outsider.errors.contains("Permission denied"), "\(outsider.errors)")
        let elsewhere = try OtherUser(number: 54_001, groups: group).run(
            ["query", "heartRate"],
            in: folder,
            socket: folder.socket
        )
        #expect(elsewhere.exit == .code(1) && elsewhere.errors.contains("Permission denied"), "\(elsewhere.errors)")
        try server.stop()
    }

    /// The permissions of the files are not all that keeps others out.
    @Test func otherUsersAreRefusedWhereNoGroupIsNamed() throws {
        let server = try ServerProcess(in: folder)
        try run("app", "add", Self.app)
        chmod(folder.path + "/run/apps", 0o777)
        chmod(folder.path + "/run/apps/\(Self.app)", 0o777)
        chmod(socket, 0o777)
        #expect(try user(54_001, in: group, "query", "heartRate").exit == .code(1))
        #expect(server.log.contains("a connection of user 54001 was refused"))
        let doctor = try user(54_001, in: group, "doctor").output
        #expect(doctor.contains("its owner has not added the app for your group"), "\(doctor)")
        try run("app", "add", Self.app, "--group", group)
        chmod(folder.socket, 0o777)
        let other = OtherUser(number: 54_001, groups: group)
        #expect(try other.run(["query", "heartRate"], in: folder, socket: folder.socket).exit == .code(1))
        #expect(try user(54_001, in: group, "query", "heartRate").exit == .code(0))
        try server.stop()
    }

    @Test func theGroupHasTheSocketOfTheNextServer() throws {
        let server = try ServerProcess(in: folder)
        try run("app", "add", Self.app, "--name", "Diary", "--group", group)
        try server.stop()
        #expect(FileStatus(of: socket) == nil)
        let next = try ServerProcess(in: folder)
        try expectSharedSocket()
        let listed = try #require(try Shell.objects([run("app", "--json").output]).first)
        #expect(listed["name"] as? String == "Diary" && listed["group"] as? String == group)
        #expect(try user(54_001, in: group, "query", "heartRate").exit == .code(0))
        #expect(try run("doctor", "--json").output.contains("The group 54321 can connect"))
        try next.stop()
    }

    /// A member that is connected is not one any more when the socket is for another group.
    @Test func anotherGroupEndsTheConnections() throws {
        let server = try ServerProcess(in: folder)
        try run("app", "add", Self.app, "--group", group)
        let channel = try FrameChannel(path: socket)
        _ = try channel.open(App(bundleIdentifier: Self.app))
        try run("app", "add", Self.app, "--group", group, "--name", "Diary")
        _ = try channel.reply(to: .ping(Ping(payload: [])))
        let again = try run("app", "add", Self.app)
        let lost = "Members of the group 54321 can no longer connect to it: '--group 54321' lets them again.\n"
        #expect(again.errors == lost && !again.output.contains("From now on"), "\(again)")
        #expect(throws: SocketError.self) { try channel.reply(to: .ping(Ping(payload: []))) }
        #expect(FileStatus(of: socket)?.permissions == 0o600)
        #expect(FileStatus(of: folder.path + "/run/apps/\(Self.app)")?.permissions == 0o700)
        #expect(try user(54_001, in: group, "query", "heartRate").errors.contains("Permission denied"))
        #expect(try run("app", "--json").output.contains("group") == false)
        try server.stop()
    }

    /// Only a member, or root, can give a file to a group.
    @Test func aServerOutsideOfTheGroupMakesNoSocket() throws {
        let owner = OtherUser(number: 54_003, groups: "54003")
        for path in [folder.path, folder.path + "/run"] {
            chown(path, 54_003, 54_003)
        }
        let launch = ServerProcess.Launch(
            preparation: "chmod 777 \"$NOTIFY_SOCKET\"; set -- \(owner.words.joined(separator: " ")) \"$@\";"
        )
        let server = try ServerProcess(in: folder, launch)
        let refused = try owner.run(["app", "add", Self.app, "--group", group], in: folder, socket: folder.socket)
        let reason = "is not one of the group 54321, as the server's user is not a member."
        #expect(refused.exit == .code(1) && refused.errors.contains(reason), "\(refused.errors)")
        let done = "\(Self.app) has the socket \(socket), which does not work yet."
        #expect(refused.output.hasPrefix(done) && refused.output.contains("From now on it has to ask"), "\(refused)")
        #expect(refused.output.contains("Members of the group 54321 will be able to connect to it"), "\(refused)")
        #expect(refused.errors.contains("'sudo usermod -aG 54321 USER'") && !refused.errors.contains("app remove"))
        #expect(server.log.contains("the app \(Self.app) has no socket") && server.log.contains("is not a member"))
        #expect(FileStatus(of: socket) == nil)
        let doctor = try owner.run(["doctor"], in: folder, socket: folder.socket)
        #expect(doctor.output.contains(reason), "\(doctor.output)")
        // Its own group it can name.
        let added = try owner.run(["app", "add", Self.app, "--group", "54003"], in: folder, socket: folder.socket)
        #expect(added.exit == .code(0), "\(added.errors)")
        #expect(groupNumber(of: socket) == 54_003)
        try server.stop()
    }

    /// A socket that listens at a path, as systemd makes it, of root and the group.
    private func activated(at path: String, _ permissions: mode_t) throws -> Int32 {
        try FileManager.default.createDirectory(atPath: folder.file("mood"), withIntermediateDirectories: true)
        chmod(folder.file("mood"), 0o755)
        let descriptor = try UnixSocket.make()
        let code = try UnixSocket.withAddress(path) { bind(descriptor, $0, $1) }
        guard code == 0, chown(path, 0, 54_321) == 0, chmod(path, permissions) == 0, listen(descriptor, 16) == 0 else {
            throw Unexpected.failed("listening", errno)
        }
        return descriptor
    }

    /// The tool cannot connect to a socket of systemd for a group that the server's user is not in, and the server serves it.
    @Test func theSocketOfAGroupThatTheServersUserIsNotInIsServed() throws {
        let owner = OtherUser(number: 54_003, groups: "54003")
        for path in [folder.path, folder.path + "/run"] {
            chown(path, 54_003, 54_003)
        }
        let path = folder.file("mood/sock")
        let descriptor = try activated(at: path, 0o660)
        defer { close(descriptor) }
        let launch = ServerProcess.Launch(
            environment: ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "app/\(Self.app)"],
            descriptors: [3: descriptor],
            preparation: "export LISTEN_PID=$$; chmod 777 \"$NOTIFY_SOCKET\";"
                + " set -- \(owner.words.joined(separator: " ")) \"$@\";"
        )
        func hearth(_ words: String...) throws -> HearthTool { try owner.run(words, in: folder, socket: folder.socket) }
        let server = try ServerProcess(in: folder, launch)
        let add = "'hearth app add \(Self.app) --group 54321'"
        #expect(server.log.contains("\(add) lets the app connect"), "\(server.log)")

        let unnamed = try hearth("app", "add", Self.app)
        let reason = "and is refused: the app was added without a group. \(add) lets its members connect."
        #expect(unnamed.exit == .code(1) && unnamed.errors.contains(reason), "\(unnamed)")
        #expect(server.log.contains("the app was added without a group; \(add)"), "\(server.log)")
        #expect(try hearth("app").output.contains("\(path) (its clients are refused: see 'hearth doctor')"))

        let added = try hearth("app", "add", Self.app, "--group", group)
        #expect(added.exit == .code(0) && added.errors.isEmpty, "\(added)")
        #expect(added.output.contains("Members of the group 54321 can connect to it, too."), "\(added)")
        #expect(try hearth("app", "--json").output.contains("\"served\":true"))
        #expect(try hearth("app").output.hasSuffix("\(path)\n"))
        #expect(try hearth("doctor").output.contains("The group 54321 can connect"))
        let member = try OtherUser(number: 54_001, groups: group).run(["query", "heartRate"], in: folder, socket: path)
        #expect(member.exit == .code(0), "\(member)")
        try server.stop()

        // Everybody could open it, so the server refuses all.
        chmod(path, 0o666)
        let next = try ServerProcess(in: folder, launch)
        #expect(try hearth("app", "--json").output.contains("\"served\":false"))
        #expect(try hearth("app").output.contains("(its clients are refused: see 'hearth doctor')"))
        #expect(try hearth("doctor").output.contains("is not one of the group 54321 alone"))
        let again = try hearth("app", "add", Self.app, "--group", group)
        #expect(again.exit == .code(1) && again.errors.contains("SocketMode=0660"), "\(again)")
        #expect(next.log.contains("its unit has to say SocketGroup=54321"), "\(next.log)")
        try next.stop()
    }

    /// All of them at once, with the command that lets the group and nobody else pass.
    @Test func theFoldersThatKeepTheGroupOutAreNamed() throws {
        chmod(folder.path + "/run", 0o700)
        chmod(folder.path, 0o750)
        let server = try ServerProcess(in: folder)
        let (outer, inner) = (folder.path, folder.path + "/run")
        let closed = "as they cannot pass \(outer) and \(inner)."
        let command = "chgrp 54321 \(inner) && chmod g+x \(inner) && chmod o+x \(outer)"
        let added = try HearthTool(["app", "add", Self.app, "--group", group], in: folder)
        #expect(added.exit == .code(1) && added.errors.contains(closed), "\(added)")
        #expect(added.output.contains("which does not work yet"), "\(added)")
        #expect(server.log.contains("its members cannot pass \(outer) and \(inner)"), "\(server.log)")
        let doctor = try HearthTool(["doctor"], in: folder)
        #expect(doctor.exit == .code(1) && doctor.output.contains(closed), "\(doctor.output)")
        #expect(doctor.output.contains("'\(command)' lets them, or serve at"), "\(doctor.output)")
        #expect(try ChildProcess.run("/bin/sh", .init(arguments: ["-c", command])) == .code(0))
        #expect(FileStatus(of: inner)?.permissions == 0o710 && FileStatus(of: outer)?.permissions == 0o751)
        #expect(try !HearthTool(["doctor"], in: folder).output.contains("cannot pass"))
        try run("allow", Self.app, "heartRate", "--save")
        #expect(try user(54_001, in: group, "save", "heartRate", "61").exit == .code(0))
        let unknown = try HearthTool(["app", "add", Self.app, "--group", "no-such-group"], in: folder)
        #expect(unknown.exit == .code(2) && unknown.errors.contains("no group 'no-such-group'"), "\(unknown.errors)")
        try server.stop()
    }

    /// In a sandbox a member has the same user and groups to the server.
    @Test(.enabled(if: OtherUser.canRunSandbox, "other users cannot run bwrap"))
    func aMemberInASandboxIsTheApp() throws {
        let server = try ServerProcess(in: folder)
        try run("app", "add", Self.app, "--group", group)
        try run("allow", Self.app, "heartRate", "--save")
        let apps = folder.path + "/run/apps/\(Self.app)"
        let sandbox =
            OtherUser.sandbox + ["--tmpfs", "/dev/shm", "--dir", folder.path, "--ro-bind", apps, apps]
        let member = OtherUser(number: 54_001, groups: group)
        let saved = try member.run(["save", "heartRate", "61"], in: folder, socket: socket, through: sandbox)
        #expect(saved.exit == .code(0), "\(saved.errors)")
        #expect(try run("sources", "--json").output.contains("\"identifier\":\"\(Self.app)\""))
        let outsider = OtherUser(number: 54_002, groups: "54002")
        let query = ["query", "heartRate"]
        #expect(try outsider.run(query, in: folder, socket: socket, through: sandbox).exit != .code(0))
        try server.stop()
    }
}
