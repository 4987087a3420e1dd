import Foundation
import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire
import Testing

/// A socket that systemd made, and who may come in through it.
@Suite struct ActivationTests {
    /// Listens where others can come, as nothing but the check of the peer's user is to keep them out.
    private final class OpenSocket {
        let path: String
        let descriptor: Int32

        init(in folder: ServerFolder, at name: String = "open.sock", _ type: __socket_type = SOCK_STREAM) throws {
            path = folder.file(name)
            let place = SocketPath.directory(of: path)
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            descriptor = socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            let code = try UnixSocket.withAddress(path) { [descriptor] in bind(descriptor, $0, $1) == 0 ? 0 : errno }
            guard code == 0, chmod(path, 0o777) == 0, chmod(folder.path, 0o755) == 0, chmod(place, 0o755) == 0,
                listen(descriptor, 16) == 0
            else {
                throw Unexpected.failed("listening", errno)
            }
        }

        deinit {
            close(descriptor)
        }

        /// A server that gets the socket as systemd hands it over.
        func server(in folder: ServerFolder) throws -> ServerProcess {
            let launch = ServerProcess.Launch(
                environment: ["LISTEN_FDS": "1", "HEARTH_SOCKET": "/nowhere/hearth.sock"],
                descriptors: [3: descriptor],
                preparation: "export LISTEN_PID=$$;"
            )
            return try ServerProcess(in: folder, launch)
        }
    }

    @Test func aSocketThatIsHandedOverIsServedAndKept() throws {
        let folder = try ServerFolder()
        let socket = try OpenSocket(in: folder)
        // Who connects before the server runs, waits.
        let early = try SocketClient(socket.path)
        let server = try socket.server(in: folder)
        try early.open("org.example.early")
        let id = ObjectID(high: 3, low: 3)
        try early.save(NumberedSamples.columns([id]))
        #expect(server.log.contains("serves \(folder.store) on \(socket.path)"), "where it listens: \(server.log)")
        try server.stop()
        #expect(FileStatus(of: socket.path)?.isSocket == true)
        // And who connects between two servers.
        let late = try SocketClient(socket.path)
        let next = try socket.server(in: folder)
        try late.open("org.example.late")
        #expect(try NumberedSamples.ids(in: late.samples(of: NumberedSamples.types)) == [id])
        try next.stop()
    }

    @Test func variablesForAnotherProcessAreNotMeant() throws {
        let folder = try ServerFolder()
        let environment = ["LISTEN_FDS": "1", "LISTEN_PID": "1"]
        let server = try ServerProcess(in: folder, .init(environment: environment))
        _ = try server.connect().status()
        try server.stop()
    }

    @Test func severalSocketsAreRefused() throws {
        let folder = try ServerFolder()
        let socket = try OpenSocket(in: folder)
        let other = try OpenSocket(in: folder, at: "other.sock")
        let refusal = try ServerProcess.refusal(in: folder, launch([("hearth.socket", socket), ("", other)]))
        #expect(refusal.contains("hands over 2 sockets"))
        let names = "descriptor 3 at \(socket.path) (hearth.socket), descriptor 4 at \(other.path)."
        #expect(refusal.contains(names), "\(refusal)")
    }

    @Test func whatIsNoSocketThatListensIsRefused() throws {
        let folder = try ServerFolder()
        let packets = try OpenSocket(in: folder, at: "packets.sock", SOCK_SEQPACKET)
        let others = [open("/dev/null", O_RDWR | O_CLOEXEC), try UnixSocket.make(), socket(AF_INET, 1, 0)]
        defer { others.forEach { close($0) } }
        for descriptor in others + [packets.descriptor] {
            let launch = ServerProcess.Launch(
                environment: ["LISTEN_FDS": "1"],
                descriptors: [3: descriptor],
                preparation: "export LISTEN_PID=$$;"
            )
            #expect(try ServerProcess.refusal(in: folder, launch).contains("not a listening Unix socket"))
        }
    }

    // MARK: - The sockets of apps

    private static let app = "org.example.mood"

    /// Sockets as systemd hands them over, by the names in the units.
    private func launch(_ sockets: [(name: String, socket: OpenSocket)]) -> ServerProcess.Launch {
        let numbered = sockets.enumerated().map { (Int32(3 + $0.offset), $0.element.socket.descriptor) }
        return ServerProcess.Launch(
            environment: [
                "LISTEN_FDS": "\(sockets.count)", "LISTEN_FDNAMES": sockets.map(\.name).joined(separator: ":"),
            ],
            descriptors: Dictionary(uniqueKeysWithValues: numbered),
            preparation: "export LISTEN_PID=$$;"
        )
    }

    /// What the owner's tool answers at a socket, on standard output and standard error.
    private func hearth(_ words: [String], at socket: String, in folder: ServerFolder) throws -> (Bool, String) {
        let exit = try ChildProcess.run(
            BuiltProgram.path(of: "hearth"),
            ChildProcess.Launch(
                arguments: words + ["--socket", socket],
                environment: ["HOME": folder.path],
                output: folder.file("tool"),
                errors: folder.file("tool-errors")
            )
        )
        return (exit == .code(0), folder.text(of: "tool") + folder.text(of: "tool-errors"))
    }

    private func code(_ work: () throws -> some Any) -> ErrorCode? {
        do {
            _ = try work()
            return nil
        } catch {
            return (error as? HearthError)?.code
        }
    }

    /// What a client reads that says nothing, up to the end of its connection.
    private func refusals(at path: String) throws -> [ErrorCode?] {
        try SocketClient(path).receiveAll().map(\.reply.errorCode)
    }

    @Test func theSocketOfAnAppIsServedOnceTheAppIsAdded() throws {
        let folder = try ServerFolder()
        let main = try OpenSocket(in: folder)
        let own = try OpenSocket(in: folder, at: "mood/sock")
        let passed = [("hearth.socket", main), ("app/\(Self.app)", own)]
        let server = try ServerProcess(in: folder, launch(passed))
        #expect(server.log.contains("systemd passes a socket of the app \(Self.app), which has not been added"))
        #expect(try refusals(at: own.path) == [.authorizationDenied])
        let doctor = try hearth(["doctor"], at: own.path, in: folder)
        #expect(!doctor.0 && doctor.1.contains("The owner adds the app with 'hearth app add ID'"), "\(doctor)")
        let added = try hearth(["app", "add", Self.app, "--name", "Mood"], at: main.path, in: folder)
        #expect(added.0 && added.1.contains("has the socket \(own.path)"), "\(added)")
        // It is the app, whatever it says.
        let client = try SocketClient(own.path)
        try client.open("org.example.other")
        #expect(try client.reply(to: .status).errorCode == .authorizationDenied)
        #expect(code { try SocketClient(main.path).open(Self.app) } == .authorizationDenied)
        #expect(FileStatus(of: folder.file("apps/\(Self.app)/sock")) == nil, "the server makes none of its own")
        let listed = try hearth(["app", "list", "--json"], at: main.path, in: folder)
        #expect(listed.1.contains("\"socket\":\"\(own.path)\"") && listed.1.contains("\"served\":true"), "\(listed)")
        // What was added stays so.
        try server.stop()
        let next = try ServerProcess(in: folder, launch(passed))
        try SocketClient(own.path).open(Self.app)
        let last = try SocketClient(own.path)
        try last.open(Self.app)
        #expect(try hearth(["app", "remove", Self.app], at: main.path, in: folder).0)
        let frames = try last.receiveAll()
        #expect(frames.map(\.reply.errorCode) == [.authorizationDenied] && frames.allSatisfy { $0.call == 0 })
        #expect(try refusals(at: own.path) == [.authorizationDenied])
        #expect(try hearth(["app", "add", Self.app], at: main.path, in: folder).0)
        try SocketClient(own.path).open(Self.app)
        try next.stop()
        #expect(FileStatus(of: own.path)?.isSocket == true)
    }

    /// The server makes the socket of all apps where systemd passes none.
    @Test func theSocketOfAnAppAloneIsServed() throws {
        let folder = try ServerFolder()
        let own = try OpenSocket(in: folder, at: "mood/sock")
        let server = try ServerProcess(in: folder, launch([("app/\(Self.app)", own)]))
        #expect(try hearth(["app", "add", Self.app], at: folder.socket, in: folder).0)
        try SocketClient(own.path).open(Self.app)
        try server.stop()
        #expect(FileStatus(of: folder.socket) == nil && FileStatus(of: own.path)?.isSocket == true)
    }

    /// One without the name of an app may have been meant for an app.
    @Test func theSocketWithoutANameIsNamedAsTheServersOwn() throws {
        let folder = try ServerFolder()
        let unnamed = try OpenSocket(in: folder, at: "diary/sock")
        let own = try OpenSocket(in: folder, at: "mood/sock")
        let passed = [("app/\(Self.app)", own), ("hearth-diary.socket", unnamed)]
        let server = try ServerProcess(in: folder, launch(passed))
        let line = "systemd passes descriptor 4 at \(unnamed.path) (hearth-diary.socket) as the server's own socket"
        #expect(server.log.contains(line), "\(server.log)")
        #expect(try hearth(["app", "add", Self.app], at: unnamed.path, in: folder).0)
        let doctor = try hearth(["doctor"], at: unnamed.path, in: folder)
        #expect(doctor.1.contains("\(unnamed.path) is the server's own, for all apps."), "\(doctor)")
        #expect(!doctor.1.contains("\(own.path) is the server's"), "\(doctor)")
        // The owner looks for the server where it usually is.
        let usual = try hearth(["doctor", "--store", folder.store], at: folder.socket, in: folder)
        let listens = "has the store open, and listens on \(unnamed.path) and \(own.path)."
        #expect(!usual.0 && usual.1.contains(listens), "\(usual)")
        try server.stop()
    }

    @Test func theSocketOfAnAppAloneIsNotCalledTheServersOwn() throws {
        let folder = try ServerFolder()
        let own = try OpenSocket(in: folder, at: "mood/sock")
        let server = try ServerProcess(in: folder, launch([("app/\(Self.app)", own)]))
        #expect(!server.log.contains("as the server's own socket"), "\(server.log)")
        let doctor = try hearth(["doctor"], at: folder.socket, in: folder)
        #expect(doctor.1.contains("\(folder.socket) is the server's own, for all apps."), "\(doctor)")
        // The app is not added: its clients are refused.
        #expect(!doctor.1.contains("\(own.path) is the server's own"), "\(doctor)")
        #expect(doctor.1.contains("also listens on \(own.path), which is not the socket of an added app."), "\(doctor)")
        #expect(try refusals(at: own.path) == [.authorizationDenied])
        #expect(try hearth(["app", "add", Self.app], at: folder.socket, in: folder).0)
        // What it prints follows what was printed before.
        let added = try hearth(["doctor"], at: folder.socket, in: folder).1.dropFirst(doctor.1.count)
        #expect(added.contains("\(folder.socket) is the server's own") && !added.contains("also listens"), "\(added)")
        try server.stop()
    }

    @Test func socketsThatCannotBeToldApartAreRefused() throws {
        let folder = try ServerFolder()
        let main = try OpenSocket(in: folder)
        let own = try OpenSocket(in: folder, at: "mood/sock")
        let beside = try OpenSocket(in: folder, at: "mood/other")
        for name in ["mood", "app/", "app/../mood", "app/.mood", "apps/\(Self.app)"] {
            let refusal = try ServerProcess.refusal(in: folder, launch([("hearth.socket", main), (name, own)]))
            #expect(refusal.contains("the unknown name '\(name)'"), "\(refusal)")
        }
        let app = "app/\(Self.app)"
        let twice = try ServerProcess.refusal(in: folder, launch([(app, own), (app, beside)]))
        #expect(twice.contains("two sockets of the app \(Self.app)"), "\(twice)")
    }

    /// The identifier of an app may end like the name of a unit.
    @Test func anAppWhoseIdentifierEndsLikeAUnitHasItsSocket() throws {
        let folder = try ServerFolder()
        let app = "org.example.socket"
        let own = try OpenSocket(in: folder, at: "mood/sock")
        let server = try ServerProcess(in: folder, launch([("app/\(app)", own)]))
        #expect(server.log.contains("systemd passes a socket of the app \(app)"), "\(server.log)")
        #expect(try hearth(["app", "add", app], at: folder.socket, in: folder).0)
        try SocketClient(own.path).open(app)
        try server.stop()
    }

    /// The folder, with all that is in it, is what a sandbox shows an app.
    @Test func aFolderThatHoldsMoreThanTheSocketOfAnAppIsRefused() throws {
        let folder = try ServerFolder()
        let main = try OpenSocket(in: folder, at: "run/main/sock")
        let other = try OpenSocket(in: folder, at: "mood/other/sock")
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("run"))
        let cases = [
            ("run/main/own.sock", "the socket of all apps"), ("run/own.sock", "the socket of all apps"),
            ("link/linked.sock", "the socket of all apps"), ("run/main/apps/own.sock", "the sockets of the other apps"),
            ("mood/sock", "the socket of the app org.example.other"),
            ("mood/other/own.sock", "the socket of the app org.example.other"), ("data/own.sock", "the store"),
        ]
        for (path, held) in cases {
            let own = try OpenSocket(in: folder, at: path)
            let passed = [("hearth.socket", main), ("app/\(Self.app)", own), ("app/org.example.other", other)]
            let refusal = try ServerProcess.refusal(in: folder, launch(passed))
            #expect(refusal.contains("also holds \(held):"), "\(path): \(refusal)")
        }
        let own = try OpenSocket(in: folder, at: "mine/sock")
        var shared = launch([("hearth.socket", main), ("app/\(Self.app)", own)])
        shared.environment["XDG_RUNTIME_DIR"] = folder.file("mine")
        let refusal = try ServerProcess.refusal(in: folder, shared)
        #expect(refusal.contains("also holds sockets of other programs:"), "\(refusal)")
        // A folder in that of the server's socket holds none but its own.
        let inner = try OpenSocket(in: folder, at: "run/main/mood/sock")
        try ServerProcess(in: folder, launch([("hearth.socket", main), ("app/\(Self.app)", inner)])).stop()
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can become another user"),
        .enabled(if: FileManager.default.isExecutableFile(atPath: perl), "there is no \(perl)")
    )
    func anotherUserIsAnAppThroughTheSocketOfItsGroup() throws {
        let folder = try ServerFolder()
        let main = try OpenSocket(in: folder)
        let own = try OpenSocket(in: folder, at: "mood/sock")
        let server = try ServerProcess(in: folder, launch([("hearth.socket", main), ("app/\(Self.app)", own)]))
        #expect(try hearth(["app", "add", Self.app], at: main.path, in: folder).0)
        #expect(try answer(to: 65_534, on: own.path, in: folder) == "user 65534 got \n", "it is for no group")
        guard chown(own.path, 0, 65_534) == 0 else { throw Unexpected("no chown") }
        let ungrouped = try hearth(["doctor"], at: main.path, in: folder)
        let group = UserGroup.name(of: 65_534)
        #expect(ungrouped.1.contains("'hearth app add \(Self.app) --group \(group)' lets its members"), "\(ungrouped)")
        let shared = ["app", "add", Self.app, "--group", "65534"]
        let open = try hearth(shared, at: main.path, in: folder)
        #expect(!open.0 && server.log.contains("is not one of the group 65534"), "anybody can connect: \(open)")
        let unit = try hearth(["doctor"], at: main.path, in: folder)
        #expect(unit.1.contains("its unit has to say SocketGroup=65534 and SocketMode=0660"), "\(unit)")
        guard chown(own.path, 0, 65_534) == 0, chmod(own.path, 0o660) == 0 else { throw Unexpected("no chown") }
        #expect(try hearth(["app", "remove", Self.app], at: main.path, in: folder).0)
        let closed = try hearth(shared, at: main.path, in: folder)
        #expect(closed.0, "\(closed)")
        #expect(try answer(to: 65_534, on: own.path, in: folder).count > "user 65534 got ".count + 100)
        try server.stop()
    }

    // MARK: - Another user

    private static let perl = "/usr/bin/perl"

    /// Becomes another user, connects, says what it is given and prints what it is answered in hexadecimal digits.
    private static let script = """
        use Socket;
        my ($user, $path, $hello) = @ARGV;
        $) = "$user $user"; $( = $user; $> = $user; $< = $user;
        socket(my $server, PF_UNIX, SOCK_STREAM, 0) or die "socket: $!";
        connect($server, pack_sockaddr_un($path)) or die "connect: $!";
        $SIG{PIPE} = "IGNORE";
        syswrite($server, pack("H*", $hello));
        my $answer = "";
        sysread($server, $answer, 4096);
        print "user $> got ", unpack("H*", $answer), "\\n";
        """

    /// The answer to a Hello of a user.
    private func answer(to user: UInt32, on path: String, in folder: ServerFolder) throws -> String {
        var hello: [UInt8] = []
        let request = Request.hello(Hello(major: 1, minor: 0, app: App(bundleIdentifier: "org.example.other")))
        try FrameEncoder().append(ClientFrame(call: 1, request), to: &hello)
        let output = "answer-\(user)"
        let exit = try ChildProcess.run(
            Self.perl,
            ChildProcess.Launch(
                arguments: ["-e", Self.script, "\(user)", path, hello.map { String(format: "%02x", $0) }.joined()],
                output: folder.file(output),
                errors: folder.file("log")
            )
        )
        guard exit == .code(0) else { throw Unexpected("the client ended with \(exit): \(folder.text(of: "log"))") }
        return folder.text(of: output)
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can become another user"),
        .enabled(if: FileManager.default.isExecutableFile(atPath: perl), "there is no \(perl)")
    )
    func anotherUserIsRefusedWithoutAnAnswer() throws {
        let folder = try ServerFolder()
        let socket = try OpenSocket(in: folder)
        let server = try socket.server(in: folder)
        #expect(try answer(to: 65_534, on: socket.path, in: folder) == "user 65534 got \n")
        #expect(server.log.contains("a connection of user 65534 was refused"))
        let own = try answer(to: 0, on: socket.path, in: folder)
        #expect(own.count > "user 0 got ".count + 100, "\(own)")
        let client = try SocketClient(socket.path)
        try client.open("org.example.test")
        #expect(try client.status().counters.refusedConnections == 1)
        try server.stop()
    }
}
