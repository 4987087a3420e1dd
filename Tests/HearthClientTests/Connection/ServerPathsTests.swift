import Foundation
import HearthSocket
import HearthTestSupport
import Testing

/// Clients and servers agree about the place of the socket, whatever the environment of either lacks.
@Suite struct ServerPathsTests {
    private let folder: ServerFolder

    init() throws {
        folder = try ServerFolder()
    }

    @Test func aNamedSocketIsTheOnlyPlace() {
        let environment = ["HEARTH_SOCKET": "/a", "XDG_RUNTIME_DIR": "/b"]
        #expect(SocketPath.candidates(environment: environment, user: 7) == ["/a"])
    }

    @Test func theUsersOwnRuntimeFolderIsTriedWithoutItsVariable() throws {
        let (user, runtime) = (geteuid(), folder.path)
        let shared = "/tmp/hearth-\(user)/hearth.sock"
        #expect(SocketPath.candidates(environment: [:], user: user, runtimeFolders: runtime) == [shared])
        let own = folder.file("\(user)")
        #expect(mkdir(own, 0o700) == 0)
        let ownSocket = own + "/hearth/hearth.sock"
        #expect(SocketPath.candidates(environment: [:], user: user, runtimeFolders: runtime) == [ownSocket, shared])
        let other = ["XDG_RUNTIME_DIR": "/b", "HEARTH_SOCKET": ""]
        #expect(
            SocketPath.candidates(environment: other, user: user, runtimeFolders: runtime)
                == ["/b/hearth/hearth.sock", ownSocket, shared]
        )
        let same = ["XDG_RUNTIME_DIR": own]
        #expect(SocketPath.candidates(environment: same, user: user, runtimeFolders: runtime) == [ownSocket, shared])
        // A folder of another user, and a link, may lead to anybody's socket.
        #expect(SocketPath.candidates(environment: [:], user: user + 1, runtimeFolders: runtime).count == 1)
        let links = folder.file("links")
        #expect(mkdir(links, 0o700) == 0 && symlink(own, links + "/\(user)") == 0)
        #expect(SocketPath.candidates(environment: [:], user: user, runtimeFolders: links) == [shared])
    }

    /// A program that listens and never accepts: its queue has room for one more than it says.
    @Test func aServerWithoutRoomIsBusy() throws {
        let descriptor = try UnixSocket.make()
        defer { close(descriptor) }
        let path = folder.file("full")
        let code = try UnixSocket.withAddress(path) { bind(descriptor, $0, $1) }
        #expect(code == 0 && listen(descriptor, 0) == 0)
        let first = try UnixSocket.connect(to: path, waitLimit: 1)
        defer { close(first) }
        let error = #expect(throws: SocketError.self) { try UnixSocket.connect(to: path, waitLimit: 1) }
        #expect(error?.reason == .busy)
        let ofPaths = #expect(throws: SocketError.self) { try ServerPaths(path).connect(waitLimit: 1) }
        #expect(ofPaths?.reason == .busy)
    }

    /// A client with the variable, and a server that was started without it. A user that does not exist has the other paths.
    @Test func aServerAtALaterPlaceIsFound() throws {
        let server = try ServerProcess(in: folder)
        defer { withExtendedLifetime(server) {} }
        let missing = ServerPaths(environment: ["XDG_RUNTIME_DIR": folder.file("none")], user: 4_000_000_000)
        let error = #expect(throws: SocketError.self) { try missing.connect() }
        #expect(error?.reason == .noServer)
        for place in [folder.file("none/hearth/hearth.sock"), "/tmp/hearth-4000000000/hearth.sock", "HEARTH_SOCKET"] {
            #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
        }
        let runtime = folder.file("runtime")
        #expect(mkdir(runtime, 0o700) == 0 && mkdir(runtime + "/hearth", 0o700) == 0)
        #expect(symlink(folder.socket, runtime + "/hearth/hearth.sock") == 0)
        let found = try ServerPaths(environment: ["XDG_RUNTIME_DIR": runtime], user: 4_000_000_000).connect()
        #expect(found.path == runtime + "/hearth/hearth.sock")
        close(found.descriptor)
    }
}
