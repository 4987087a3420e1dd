import HearthServer

/// `hearth serve`.
enum Serve: Command {
    static let name = "serve"
    static let summary = "serve the store to the apps of this user"
    static let flags = ["--quiet"]
    static let values = ["--store", "--socket", "--background-pause"]
    static let operands = ClosedRange.none

    static let help = """
        Serves the store to the apps of this user until it is stopped.

        usage: hearth serve [--store PATH] [--socket PATH] [--background-pause SECONDS] [--quiet]

        options:
          --store PATH   the store's file, which is made if it is not there;
                         else $XDG_DATA_HOME/hearth/store.hearth, ~/.local/share/hearth/store.hearth
          --socket PATH  where to listen; else $HEARTH_SOCKET, $XDG_RUNTIME_DIR/hearth/hearth.sock,
                         /run/user/UID/hearth/hearth.sock, /tmp/hearth-UID/hearth.sock: the first whose variable is set
                         or whose folder is this user's. The socket's own folder must be this user's alone.
          --background-pause SECONDS
                         pause before a delivery that an app did not acknowledge is repeated; else 30. After
                         the second failure it is four times as long; after the third the app is suspended.
          --quiet        only warnings and errors on standard error

        SIGTERM, SIGINT (Ctrl-C) and SIGHUP (the terminal closes; not under nohup) stop it in order: writes under way
        are finished, and apps are told. A second SIGTERM or SIGINT stops it at once, which loses nothing that was
        acknowledged. Lines for standard error that nothing reads are dropped.
        Under systemd it takes a socket that is handed over, and says when it is ready.
        """

    static func run(_ given: GivenOptions) throws {
        let environment = Terminal.environment
        let paths = try ServicePaths(socket: given["--socket"], store: given["--store"], environment: environment)
        let log = Log(upTo: given.has("--quiet") ? .warning : .info, isJournal: environment["JOURNAL_STREAM"] != nil)
        var options = ServerOptions()
        options.version = Terminal.version
        if let text = given["--background-pause"] {
            guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
                throw given.usageError("--background-pause takes seconds, more than 0 and up to a day.")
            }
            options.background.firstPause = Int64(seconds * 1e9)
        }
        try Service(paths, environment: environment, log: log, options: options).run()
    }
}
