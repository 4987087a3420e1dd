import HearthModel
import HearthSocket
import HearthSystem

/// What a program is run in that is to be one app and no other: with the app's socket, and where bubblewrap is installed
/// without the socket of all apps and the store.
///
/// Unsafe pointers: `execvp` takes arguments as C strings.
struct AppSandbox {
    private let socket: AppSocket
    private let store: String
    private let writable: [String]
    private let isWanted: Bool

    /// `store`: the path of the server's store. `writable`: folders in which the program may write.
    init(_ socket: AppSocket, store: String, writable: [String], isWanted: Bool) {
        self.socket = socket
        self.store = store
        self.writable = writable
        self.isWanted = isWanted
    }

    /// Becomes the program: the terminal, signals and the exit code are the program's from then on.
    func run(_ command: [String]) throws(CommandError) {
        setenv("HEARTH_SOCKET", socket.path, 1)
        setenv("HEARTH_APP_ID", socket.app.description, 1)
        guard isWanted, let bubblewrap = AppSandbox.bubblewrap else {
            guard !isWanted || writable.isEmpty else {
                throw CommandError("--write needs bubblewrap, which is not installed.")
            }
            if isWanted {
                Terminal.printError(
                    "bubblewrap is not installed: \(command[0].printable) has its socket, but the others are in its reach."
                )
            }
            return try become(command)
        }
        try become([bubblewrap] + arguments + ["--"] + command)
    }

    /// The files of the system can be read. Hidden are the folders of its server.
    private var arguments: [String] {
        var words = ["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--new-session"]
        words += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
        for folder in hidden where FileFacts(folder)?.isFolder == true {
            words += ["--tmpfs", folder]
        }
        for folder in writable {
            words += ["--bind", folder, folder]
        }
        return words + ["--bind", socket.path, socket.path]
    }

    /// The folders of the server's sockets and of its store, and those in which other services of the user listen.
    private var hidden: [String] {
        let sockets = SocketPath.directory(of: SocketPath.directory(of: socket.path))
        let services = ["/run/user", Terminal.environment["XDG_RUNTIME_DIR"] ?? ""]
        let all = services + [sockets, SocketPath.directory(of: store)]
        // The outer ones first: what is hidden in one stays hidden.
        return Set(all.filter { $0.hasPrefix("/") && $0 != "/" }).sorted()
    }

    /// The program, in the folders that the environment names.
    private static var bubblewrap: String? {
        (Terminal.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/bwrap" }
            .first { access($0, X_OK) == 0 }
    }

    private func become(_ command: [String]) throws(CommandError) {
        let words = command.map { strdup($0) } + [nil]
        if let program = words[0] {
            execvp(program, words)
        }
        let code = errno
        words.forEach { free($0) }
        throw CommandError("\(command[0].printable) does not start: \(String(cString: strerror(code))).")
    }
}
