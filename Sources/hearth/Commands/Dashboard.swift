import HearthSystem

/// `hearth dashboard`.
enum Dashboard: Command {
    static let name = "dashboard"
    static let summary = "show the store in a browser"
    static let flags = ["--miles", "--no-open", "--quiet"]
    static let values = ["--port", "--zone", "--tiles", "--backups", "--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Shows the store in a browser until it is stopped: today, each type, workouts, sleep, the apps and the server. The
        pages stay up to date. Needs the program hearth-dashboard, and says how to install it.

        usage: hearth dashboard [--port PORT] [--zone ZONE] [--tiles FILE|URL] [--backups FOLDER] [--miles] [--no-open]
                               [--quiet] [--socket PATH]

        options:
          --port PORT    the port, which only this machine reaches; default: a free one
          --zone ZONE    a time zone, such as Europe/Berlin; default: that of the machine
          --tiles FILE|URL
                         a map below routes: a file of tiles (MBTiles), or the address of a server of tiles with {z},
                         {x} and {y}, which then learns where the routes are
          --backups FOLDER
                         the folder of the backups; default: backups next to the store
          --miles        use miles and feet
          --no-open      do not open the address in the browser. Without a display it is not opened anyway.
          --quiet        do not print the address, which holds a token that opens the pages
          --socket PATH  the server's socket; default: as for 'hearth serve'

        When a dashboard of the server runs already, it is opened, unless --port asks for another.
        'systemctl --user enable --now hearth-dashboard' keeps one running.
        """

    static func run(_ given: GivenOptions) throws {
        let environment = Terminal.environment
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
        var arguments = ["serve"]
        if hasDisplay, !given.has("--no-open") {
            arguments.append("--open")
        }
        arguments += ["--miles", "--quiet"].filter(given.has)
        arguments += values.compactMap { option in given[option].map { "\(option)=\($0)" } }
        arguments += ProgramFile.own.map { ["--program=\($0)"] } ?? []
        try DashboardProgram(environment: environment).run(arguments)
    }
}
