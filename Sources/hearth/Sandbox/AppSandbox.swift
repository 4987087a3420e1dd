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
    private let start: StartingProcess

    /// `store`: the path of the server's store, or the address of its database. `otherSockets`: the paths of the server's other
    /// sockets. `readable`: folders that the program may read although they are in hidden ones. `writable`: folders in which it
    /// may write. `start`: with what a sandbox ends.
    init(
        _ socket: AppSocket,
        store: String,
        otherSockets: [String],
        readable: [String],
        writable: [String],
        isWanted: Bool,
        start: StartingProcess = StartingProcess()
    ) {
        self.socket = socket
        self.store = store
        self.otherSockets = otherSockets
        self.readable = readable
        self.writable = writable
        self.isWanted = isWanted
        self.start = start
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
        guard start.endWithIt() else {
            throw CommandError(
                "What started this sandbox has ended, and a sandbox ends with it. 'systemd-run --user hearth app run"
                    + " \(socket.app.description.shellWord) -- COMMAND' starts one that stays."
            )
        }
        try become([bubblewrap] + arguments + ["--"] + command)
    }

    /// Throws if a folder is to be shown that is always hidden: only folders in it can be shown.
    func checkCanBeShown() throws(CommandError) {
        let hidden = hidden
        let folder = SocketPath.directory(of: socket.path)
        guard !hidden.contains(AppSandbox.resolved(folder)) else {
            throw CommandError(
                "The sandbox hides the folder of the socket \(socket.path.printable), as \(reason(toHide: folder)). Give the"
                    + " socket a folder of its own."
            )
        }
        for (option, folders) in [("--read", readable), ("--write", writable)] {
            if let missing = folders.first(where: { FileFacts($0) == nil }) {
                throw CommandError("\(option) cannot show \(missing.printable): it does not exist.")
            }
            for folder in folders where hidden.contains(AppSandbox.resolved(folder)) {
                throw CommandError(
                    "\(option) cannot show \(folder.printable): the sandbox hides it, as \(reason(toHide: folder)). Name the"
                        + " folder in it that the app needs."
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
        // Of a link, such as the interpreter of a Python environment, both ends are needed.
        let places = found.map { [AppSandbox.place($0), AppSandbox.resolved($0)] }
        guard !places.contains(where: { $0.allSatisfy { hiddenFolder(of: $0) == nil } }),
            let path = places[0].first(where: { hiddenFolder(of: $0) != nil }), let folder = hiddenFolder(of: path)
        else { return }
        let isTarget = path != places[0][0]
        let what = found[0].printable + (isTarget ? " is a link to \(path.printable), which is" : " is")
        let inner = path.dropFirst(folder.count).split(separator: "/").dropLast().first
        let advice = inner.map { "'--read \("\(folder)/\($0)".shellWord)' shows it." }
        throw CommandError(
            "\(what) in \(folder.printable), which the sandbox hides, as \(reason(toHide: folder))."
                + " \(advice ?? "Move it into a folder of its own, which --read can show.")"
        )
    }

    /// The hidden folder that a file is hidden with; nil: the file is seen.
    private func hiddenFolder(of path: String) -> String? {
        let mount = mounts.last { AppSandbox.isFolder(path, in: $0.folder) }
        return mount?.kind == .hidden ? mount?.folder : nil
    }

    /// The files of the system can be read. Hidden are the folders of the server, and those in which other programs listen or
    /// keep what is private to them for a while.
    var arguments: [String] {
        var words = ["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--new-session", "--cap-drop", "ALL"]
        words += ["--ro-bind", "/", "/"]
        for mount in mounts {
            switch mount.kind {
            case .hidden: words += FileFacts(mount.folder)?.isFolder == true ? ["--tmpfs", mount.folder] : []
            case .readable: words += ["--ro-bind", mount.folder, mount.folder]
            case .writable: words += ["--bind", mount.folder, mount.folder]
            case .nameServer: words += ["--ro-bind-try", mount.folder, mount.folder]
            case .devices: words += ["--dev", mount.folder]
            case .processes: words += ["--proc", mount.folder]
            }
        }
        for file in databaseFiles where FileFacts(file) != nil {
            words += ["--ro-bind", "/dev/null", file]
        }
        return words
    }

    /// What a program sees of a folder, and of what is in it up to the next one.
    private struct Mount {
        enum Kind {
            case hidden, readable, writable, nameServer, devices, processes
        }

        let folder: String
        let kind: Kind
    }

    /// The outer ones first: the innermost folder that is shown or hidden decides. Nothing replaces the folder of the socket,
    /// the devices and the processes.
    private var mounts: [Mount] {
        var kinds = Dictionary(hidden.map { ($0, Mount.Kind.hidden) }) { $1 }
        // Where a name server is found on systems with systemd-resolved.
        kinds["/run/systemd/resolve"] = .nameServer
        for (kind, folders) in [(Mount.Kind.readable, readable), (.writable, writable)] {
            for folder in folders {
                kinds[AppSandbox.resolved(folder)] = kind
            }
        }
        // The folder, as each start of the server makes another socket.
        kinds[AppSandbox.resolved(SocketPath.directory(of: socket.path))] = .readable
        kinds["/dev"] = .devices
        kinds["/proc"] = .processes
        return kinds.sorted { $0.key < $1.key }.map { Mount(folder: $0.key, kind: $0.value) }
    }

    private static func isFolder(_ folder: String, in other: String) -> Bool {
        folder == other || folder.hasPrefix(other.hasSuffix("/") ? other : other + "/")
    }

    /// The folders of the server's sockets and of its store, and those of temporary files.
    private var hidden: Set<String> {
        let shared = SocketPath.sharedFolders(Terminal.environment).map(AppSandbox.resolved)
        let all = AppSandbox.folders(of: [store] + otherSockets).union(shared)
        return all.filter { $0.hasPrefix("/") && $0 != "/" }
    }

    /// The folders that hold files, each of which may be reached by a symbolic link.
    private static func folders(of files: [String]) -> Set<String> {
        Set(files.flatMap { [$0, resolved($0)] }.map { resolved(SocketPath.directory(of: $0)) })
    }

    /// Why a folder is hidden, after `as`.
    private func reason(toHide folder: String) -> String {
        let folder = AppSandbox.resolved(folder)
        if AppSandbox.folders(of: [store]).contains(folder) { return "the store is in it" }
        return AppSandbox.folders(of: otherSockets).contains(folder)
            ? "other sockets are in it" : "other programs listen or keep private files there"
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
