import HearthModel
import HearthSocket
import HearthSystem

/// What a program is run in that is to be one app and no other: with the app's socket, and where bubblewrap is installed
/// without the socket of all apps and the store.
///
/// Unsafe pointers: `execvp` takes arguments as C strings, and `realpath` returns memory that has to be freed.
struct AppSandbox {
    private let socket: AppSocket
    private let store: String
    private let otherSockets: [String]
    private let readable: [String]
    private let writable: [String]
    private let isWanted: Bool

    /// `store`: the path of the server's store, or the address of its database. `otherSockets`: the paths of the server's other
    /// sockets. `readable`: folders that the program may read although they are in hidden ones. `writable`: folders in which it
    /// may write.
    init(
        _ socket: AppSocket,
        store: String,
        otherSockets: [String],
        readable: [String],
        writable: [String],
        isWanted: Bool
    ) {
        self.socket = socket
        self.store = store
        self.otherSockets = otherSockets
        self.readable = readable
        self.writable = writable
        self.isWanted = isWanted
    }

    /// Becomes the program: the terminal, signals and the exit code are the program's from then on.
    func run(_ command: [String]) throws(CommandError) {
        setenv("HEARTH_SOCKET", socket.path, 1)
        setenv("HEARTH_APP_ID", socket.app.description, 1)
        guard isWanted, let bubblewrap = AppSandbox.bubblewrap else {
            guard !isWanted || readable.isEmpty && writable.isEmpty else {
                throw CommandError("--read and --write need bubblewrap, which is not installed.")
            }
            if isWanted {
                Terminal.printError(
                    "bubblewrap is not installed, so \(command[0].printable) can also reach the store and the other sockets."
                        + " 'sudo apt install bubblewrap' prevents that."
                )
            }
            return try become(command)
        }
        try checkCanBeShown()
        try checkIsSeen(command[0])
        try become([bubblewrap] + arguments + ["--"] + command)
    }

    /// Throws if a folder is to be shown that is always hidden: only folders in it can be shown.
    func checkCanBeShown() throws(CommandError) {
        let hidden = hidden
        let folder = SocketPath.directory(of: socket.path)
        guard !hidden.contains(AppSandbox.resolved(folder)) else {
            throw CommandError(
                "The socket \(socket.path.printable) is in a folder that the sandbox hides, as other sockets or the store are"
                    + " there: the socket of an app needs a folder of its own."
            )
        }
        for (option, folders) in [("--read", readable), ("--write", writable)] {
            if let missing = folders.first(where: { FileFacts($0) == nil }) {
                throw CommandError("\(option) cannot show \(missing.printable): it does not exist.")
            }
            for folder in folders where hidden.contains(AppSandbox.resolved(folder)) {
                throw CommandError(
                    "\(option) cannot show \(folder.printable): the sandbox hides it, as other programs listen or keep private"
                        + " files there. Name the folder in it that the app needs."
                )
            }
        }
    }

    /// Throws if a program is not found: bubblewrap does not say that it is in a hidden folder.
    private func checkIsSeen(_ program: String) throws(CommandError) {
        let folders = (Terminal.environment["PATH"] ?? "").split(separator: ":").map { String($0) }
        let paths = program.contains("/") ? [program] : folders.map { "\($0)/\(program)" }
        let found = paths.filter { access($0, X_OK) == 0 }
        guard !found.isEmpty else { throw CommandError("\(program.printable) was not found.") }
        let shown = (readable + writable).map(AppSandbox.resolved)
        let hidden = hidden
        func isSeen(_ path: String) -> Bool {
            guard let inner = hidden.last(where: { AppSandbox.isFolder(path, in: $0) }) else { return true }
            return shown.contains { AppSandbox.isFolder(path, in: $0) && AppSandbox.isFolder($0, in: inner) }
        }
        // Of a link, such as the interpreter of a Python environment, both ends are needed.
        let places = found.map { [AppSandbox.place($0), AppSandbox.resolved($0)] }
        guard !places.contains(where: { $0.allSatisfy(isSeen) }) else { return }
        let all = hidden.map(\.printable).joined(separator: ", ")
        let (link, target) = (places[0][0], places[0][1])
        let what =
            isSeen(link) && link != target
            ? "\(found[0].printable) is a link to \(target.printable), which is" : "\(found[0].printable) is"
        throw CommandError(
            "\(what) in a folder that the sandbox hides. Hidden are \(all): --read shows a folder in them."
        )
    }

    /// The files of the system can be read. Hidden are the folders of the server, and those in which other programs listen or
    /// keep what is private to them for a while.
    var arguments: [String] {
        var words = ["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--new-session", "--cap-drop", "ALL"]
        words += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
        let shown = (readable + writable).map(AppSandbox.resolved)
        let hidden = hidden.filter { FileFacts($0)?.isFolder == true }
        for folder in hidden {
            words += ["--tmpfs", folder]
        }
        // Where a name server is found on systems with systemd-resolved.
        words += ["--ro-bind-try", "/run/systemd/resolve", "/run/systemd/resolve"]
        for (option, folders) in [("--ro-bind", readable), ("--bind", writable)] {
            for folder in folders.map(AppSandbox.resolved) {
                words += [option, folder, folder]
            }
        }
        // A folder that is shown may have hidden ones in it.
        for folder in hidden where shown.contains(where: { AppSandbox.isFolder(folder, in: $0) }) {
            words += ["--tmpfs", folder]
        }
        for file in databaseFiles where FileFacts(file) != nil {
            words += ["--ro-bind", "/dev/null", file]
        }
        // The folder, as each start of the server makes another socket.
        let folder = SocketPath.directory(of: socket.path)
        words += ["--ro-bind", folder, folder]
        let shownLast = AppSandbox.resolved(folder)
        for inner in hidden where inner != shownLast && AppSandbox.isFolder(inner, in: shownLast) {
            words += ["--tmpfs", inner]
        }
        return words
    }

    private static func isFolder(_ folder: String, in other: String) -> Bool {
        folder == other || folder.hasPrefix(other.hasSuffix("/") ? other : other + "/")
    }

    /// The folders of the server's sockets and of its store, and those of temporary files.
    private var hidden: [String] {
        // Each may be reached by a symbolic link.
        let files = ([store] + otherSockets).flatMap { [$0, AppSandbox.resolved($0)] }
        let own = files.map { SocketPath.directory(of: $0) }
        let all = (SocketPath.sharedFolders(Terminal.environment) + own).map(AppSandbox.resolved)
        // The outer ones first: what is hidden in one stays hidden.
        return Set(all.filter { $0.hasPrefix("/") && $0 != "/" }).sorted()
    }

    /// With what libpq reads there, passwords and keys, a program could connect to the database that holds the store.
    private var databaseFiles: [String] {
        let environment = Terminal.environment
        let named = ["PGPASSFILE", "PGSERVICEFILE", "PGSSLKEY"].map { environment[$0] }
        let ofHome = [".pgpass", ".pg_service.conf", ".postgresql/postgresql.key"].map { name in
            environment["HOME"].map { "\($0)/\(name)" }
        }
        let ofSystem = environment["PGSYSCONFDIR"].map { $0 + "/pg_service.conf" }
        return (named + ofHome + [ofSystem]).compactMap { $0 }.filter { $0.hasPrefix("/") }
    }

    /// The variables that libpq reads, among them the password.
    private static func unsetDatabaseVariables() {
        for name in Terminal.environment.keys where name.hasPrefix("PG") {
            unsetenv(name)
        }
    }

    /// Where a file is, which may be a link.
    private static func place(_ path: String) -> String {
        guard let end = path.lastIndex(of: "/") else { return path }
        return resolved(String(path[...end])) + path[end...]
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The program, in the folders that the environment names.
    private static var bubblewrap: String? {
        (Terminal.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/bwrap" }
            .first { access($0, X_OK) == 0 }
    }

    private func become(_ command: [String]) throws(CommandError) {
        // The threads of Swift's pool block signals, and the program would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        signal(SIGPIPE, SIG_DFL)
        AppSandbox.unsetDatabaseVariables()
        let words = command.map { strdup($0) } + [nil]
        if let program = words[0] {
            execvp(program, words)
        }
        let code = errno
        words.forEach { free($0) }
        throw CommandError("\(command[0].printable) does not start: \(String(cString: strerror(code))).")
    }
}
