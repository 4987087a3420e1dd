import CLinux
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
    /// sockets. `readable`: folders and files that the program may read although they are in hidden folders. `writable`: those
    /// in which it may write. `start`: with what a sandbox ends.
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
        let mounts = try mounts()
        try checkIsSeen(command[0], mounts)
        guard start.endWithIt() else {
            throw CommandError(
                "What started this sandbox has ended, and a sandbox ends with it. 'systemd-run --user hearth app run"
                    + " \(socket.app.description.shellWord) -- COMMAND' starts one that stays."
            )
        }
        AppSandbox.keepOpen(mounts.descriptors)
        defer { withExtendedLifetime(mounts) {} }
        try become([bubblewrap] + arguments(mounts) + ["--"] + command)
    }

    /// What the program sees. Throws if something is to be shown that is always hidden: a folder of the store or of a socket, or
    /// a file in one. Only folders in it can be shown.
    func mounts() throws(CommandError) -> SandboxMounts {
        let hidden = hidden
        let folder = SocketPath.directory(of: socket.path)
        guard store.first != "/" || FileFacts(store) != nil else {
            throw CommandError("The sandbox cannot hide the store: it is not found at \(store.printable).")
        }
        guard let own = OpenedPath(folder) else {
            throw CommandError("The folder of the socket \(socket.path.printable) does not exist.")
        }
        guard !hidden.contains(own.path) else {
            throw CommandError(
                "The sandbox hides the folder of the socket \(socket.path.printable), as \(reason(toHide: own.path)). Give the"
                    + " socket a folder of its own."
            )
        }
        let mounts = try SandboxMounts(
            hidden: hidden,
            masked: databaseFiles.filter { FileFacts($0)?.isFolder == false }.map(AppSandbox.resolved)
                .filter { !AppSandbox.isOfSystem($0) },
            readable: try opened(readable, "--read"),
            writable: try opened(writable, "--write"),
            own: own
        )
        // The next sandbox would hide what another link leads to.
        let paths = [store] + otherSockets + databaseFiles
        if let link = paths.lazy.flatMap(SymbolicLinks.on).first(where: mounts.isWritable) {
            throw CommandError(
                "--write cannot show the folder of \(link.printable), a link that leads to what the sandbox hides. Name the"
                    + " folder in it that the app needs."
            )
        }
        return mounts
    }

    /// What an option shows.
    private func opened(_ names: [String], _ option: String) throws(CommandError) -> [OpenedPath] {
        var shown: [OpenedPath] = []
        for name in names {
            let opened = OpenedPath(name)
            if opened == nil, FileFacts(name) != nil {
                throw CommandError("\(option) cannot show \(name.printable): you may not open it.")
            }
            if let reason = reasonNotToShow(opened) {
                throw CommandError("\(option) cannot show \(name.printable): \(reason)")
            }
            shown += opened.map { [$0] } ?? []
        }
        return shown
    }

    /// The end of an error about a folder or a file; nil: it can be shown.
    private func reasonNotToShow(_ opened: OpenedPath?) -> String? {
        guard let opened, let facts = opened.facts else { return "it does not exist." }
        let place = opened.path
        if AppSandbox.isOfSystem(place) { return "the sandbox has devices and processes of its own." }
        if facts.isFolder {
            // Also one that is mounted a second time.
            guard let folder = hidden.first(where: { $0 == place || FileFacts($0)?.identity == facts.identity })
            else { return nil }
            return "the sandbox hides it, as \(reason(toHide: folder)). Name the folder in it that the app needs."
        }
        if keptFiles.contains(facts.identity) { return "no app sees the store or the socket of another." }
        let folder = SocketPath.directory(of: place)
        guard AppSandbox.folders(of: [store] + otherSockets).contains(folder) else { return nil }
        return "the sandbox hides \(folder.printable), as \(reason(toHide: folder)). Move it into a folder of its own."
    }

    /// Whether a path is in a folder in which the system shows the machine's processes, with the files that these see, or its
    /// devices.
    private static func isOfSystem(_ path: String) -> Bool {
        path.hasPrefix("/proc/") || path.hasPrefix("/dev/") && !path.hasPrefix("/dev/shm/")
    }

    /// What no program in the sandbox may see, under whatever name: the files of the store, and the other sockets.
    private var keptFiles: Set<FileFacts.Identity> {
        let files = ["", "-wal", "-shm", "-journal", ".lock"].map { AppSandbox.resolved(store) + $0 }
        return Set((files + otherSockets).compactMap { FileFacts($0)?.identity })
    }

    /// Throws if a program is not found: bubblewrap does not say that it is in a hidden folder.
    private func checkIsSeen(_ program: String, _ mounts: SandboxMounts) throws(CommandError) {
        let folders = (Terminal.environment["PATH"] ?? "").split(separator: ":").map { String($0) }
        let paths = program.contains("/") ? [program] : folders.map { "\($0)/\(program)" }
        let found = paths.filter { access($0, X_OK) == 0 }
        guard !found.isEmpty else { throw CommandError("\(program.printable) was not found.") }
        // Of a link, such as the interpreter of a Python environment, both ends are needed.
        let places = found.map { [AppSandbox.place($0), AppSandbox.resolved($0)] }
        guard !places.contains(where: { $0.allSatisfy { mounts.hiddenFolder(of: $0) == nil } }),
            let path = places[0].first(where: { mounts.hiddenFolder(of: $0) != nil }),
            let folder = mounts.hiddenFolder(of: path)
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

    /// The files of the system can be read. Hidden are the folders of the server, and those in which other programs listen or
    /// keep what is private to them for a while.
    func arguments(_ mounts: SandboxMounts) -> [String] {
        ["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--new-session", "--cap-drop", "ALL"] + mounts.arguments
    }

    /// The folders of the server's sockets and of its store, and those of temporary files.
    private var hidden: Set<String> {
        let shared = SocketPath.sharedFolders(Terminal.environment).map(AppSandbox.resolved)
        let ofSockets = AppSandbox.folders(of: otherSockets)
        // That of apps that get a socket later.
        let ofApps = ofSockets.map { $0 + "/apps" }
        let all = AppSandbox.folders(of: [store]).union(ofSockets).union(ofApps).union(shared)
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

    /// Leaves a program in the sandbox these descriptors, and none that this process was started with: they could lead to what
    /// is hidden.
    private static func keepOpen(_ descriptors: [Int32]) {
        if hearth_close_with_exec(3) != 0 {
            // An older Linux.
            for descriptor in 3..<Int32(clamping: sysconf(Int32(_SC_OPEN_MAX))) {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            }
        }
        for descriptor in descriptors {
            _ = fcntl(descriptor, F_SETFD, 0)
        }
        for name in Terminal.environment.keys where name.hasPrefix("LISTEN_") {
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
    static var bubblewrap: String? {
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
