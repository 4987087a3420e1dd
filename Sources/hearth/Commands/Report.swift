/// `hearth report`.
enum Report: Command {
    static let name = "report"
    static let summary = "write the report of a workout as one HTML file"
    static let flags = ["--last", "--json", "--pdf", "--miles"]
    static let values = ["--output", "--zone", "--tiles", "--socket"]
    static let aliases = ["-o": "--output"]
    static let operands = 0...1
    static let operandNames = ["WORKOUT"]

    static let help = """
        Writes the report of a workout as one HTML file that needs no network: its route, charts, splits, laps, zones and
        best efforts. The file has the whole route, including where it began. Needs the program hearth-dashboard,
        and says how to install it.

        usage: hearth report WORKOUT|--last [--output FILE] [--json|--pdf] [--miles] [--zone ZONE]
                            [--tiles FILE] [--socket PATH]

          WORKOUT        the UUID of the workout; see 'hearth query workout'

        options:
          --last         the workout that ended last
          --output FILE  (-o) the file; - is standard output; default: ACTIVITY-DAY-TIME.html, .json or .pdf in this
                         folder, which replaces no report of another workout
          --json         write the numbers for programs instead, in metres, seconds and UTC
          --pdf          write PDF instead, which needs Chromium
          --miles        use miles and feet
          --zone ZONE    the time zone of a workout that names none; default: that of the machine
          --tiles FILE   a map below the route: a file of tiles (MBTiles); the report contains the tiles that it shows
          --socket PATH  the server's socket; default: as for 'hearth serve'
        """

    static func run(_ given: GivenOptions) throws {
        try given.checkOnlyOne(of: ["--json", "--pdf"])
        let workout = try given.operands.first.map { text throws(UsageError) in try given.id(text) }
        guard workout != nil || given.has("--last") else { throw given.missing("WORKOUT") }
        guard workout == nil || !given.has("--last") else {
            throw given.usageError("WORKOUT and --last exclude each other.")
        }
        var arguments = ["report"] + flags.filter(given.has)
        arguments += values.compactMap { option in given[option].map { "\(option)=\($0)" } }
        arguments += workout.map { [$0.description] } ?? []
        try DashboardProgram(environment: Terminal.environment).run(arguments)
    }
}
