import HearthServer

/// `hearth serve`.
enum Serve: Command {
    static let name = "serve"
    static let summary = "serve the store to the apps of this user"
    static let flags = ["--quiet", "--no-busy-poll"]
    static let values = ["--store", "--socket", "--background-pause"]
    static let operands = ClosedRange.none

    static let help = """
        Serves the store to the apps of this user until it is stopped.

        usage: hearth serve [--store PATH] [--socket PATH] [--background-pause SECONDS] [--no-busy-poll] [--quiet]

        options:
          --store PATH   the store's file, which is created if missing; default:
                         $XDG_DATA_HOME/hearth/store.hearth, or else ~/.local/share/hearth/store.hearth.
                         Or the address of a store in a database of PostgreSQL, such as
                         'postgres://db.example.org/hearth?store=alice'. The server creates the store, and waits for a
                         database that does not answer. The rest of the address is libpq's. Put the password in
                         ~/.pgpass.
          --socket PATH  the socket; default: $HEARTH_SOCKET, $XDG_RUNTIME_DIR/hearth/hearth.sock,
                         /run/user/UID/hearth/hearth.sock or /tmp/hearth-UID/hearth.sock: the first whose variable is
                         set or whose folder belongs to this user. Other users may pass the socket's folder at most.
          --background-pause SECONDS
                         pause before a delivery that an app did not acknowledge is repeated; default: 30. After
                         the second failure it is four times as long; after the third the app is suspended.
          --no-busy-poll sleep at once when there is nothing to do. By default the server polls for up to 0.25 ms
                         after requests, which answers the next one sooner, except while the machine is on battery.
          --quiet        only warnings and errors on standard error

        SIGTERM, SIGINT (Ctrl-C), SIGQUIT and SIGHUP (the terminal closes; not under nohup) stop it gracefully:
        it finishes the writes under way, answers open calls, and asks the apps it started to end. A second SIGTERM,
        SIGINT or SIGQUIT stops it at once, which loses nothing that was acknowledged. SIGUSR1, SIGUSR2 and the signals
        of timers are ignored.
        Log lines are dropped while nothing reads standard error.
        Under systemd it takes its socket from socket activation, and reports readiness. A further socket whose unit says
        FileDescriptorName=app/ID is that of the app ID ('hearth app').
        """

    static func run(_ given: GivenOptions) throws {
        let environment = Terminal.environment
        let paths = try ServicePaths(socket: given["--socket"], store: given["--store"], environment: environment)
        let log = Log(upTo: given.has("--quiet") ? .warning : .info, isJournal: environment["JOURNAL_STREAM"] != nil)
        var options = ServerOptions()
        options.environment.version = Terminal.version
        if let text = given["--background-pause"] {
            guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
                throw given.usageError("--background-pause takes seconds, more than 0 and up to a day.")
            }
            options.background.firstPause = Int64(seconds * 1e9)
        }
        let service = Service(
            paths,
            environment: environment,
            log: log,
            options: options,
            isBusyPolling: !given.has("--no-busy-poll")
        )
        try service.run()
    }
}
