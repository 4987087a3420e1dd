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

        init(in folder: ServerFolder) throws {
            path = folder.file("open.sock")
            descriptor = try UnixSocket.make()
            let code = try UnixSocket.withAddress(path) { [descriptor] in bind(descriptor, $0, $1) == 0 ? 0 : errno }
            guard code == 0, chmod(path, 0o777) == 0, chmod(folder.path, 0o755) == 0, listen(descriptor, 16) == 0 else {
                throw Unexpected.failed("listening", errno)
            }
        }

        deinit {
            close(descriptor)
        }

        /// A server that gets the socket as systemd hands it over.
        func server(in folder: ServerFolder, count: Int = 1) throws -> ServerProcess {
            try ServerProcess(in: folder, launch(count: count))
        }

        func launch(count: Int) -> ServerProcess.Launch {
            ServerProcess.Launch(
                environment: ["LISTEN_FDS": "\(count)", "HEARTH_SOCKET": "/nowhere/hearth.sock"],
                descriptors: [3: descriptor],
                preparation: "export LISTEN_PID=$$;"
            )
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
        let refusal = try ServerProcess.refusal(in: folder, socket.launch(count: 2))
        #expect(refusal.contains("hands over 2 sockets"))
    }

    @Test func whatIsNoSocketThatListensIsRefused() throws {
        let folder = try ServerFolder()
        for descriptor in [open("/dev/null", O_RDWR | O_CLOEXEC), try UnixSocket.make(), socket(AF_INET, 1, 0)] {
            defer { close(descriptor) }
            let launch = ServerProcess.Launch(
                environment: ["LISTEN_FDS": "1"],
                descriptors: [3: descriptor],
                preparation: "export LISTEN_PID=$$;"
            )
            #expect(try ServerProcess.refusal(in: folder, launch).contains("not a listening Unix socket"))
        }
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
