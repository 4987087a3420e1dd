import Foundation
import HearthClient
import HearthModel

/// `hearth stats`.
enum Stats: ClientCommand {
    static let name = "stats"
    static let summary = "print sums, averages and bounds of a type, in all or by day"
    static let flags = ["--by-source", "--watch", "--json", "--csv", "--exact"]
    static let values = ["--by", "--zone", "--unit"] + SampleSelection.options + ["--app", "--socket"]
    static let operands = 1...1
    static let operandNames = ["TYPE"]

    static let help = """
        Prints statistics of the samples of a quantity type: the sum, or the average, the minimum and the maximum.

        usage: hearth stats TYPE [--by hour|day|week|month|year] [--since DATE] [--until DATE] [--zone ZONE]
                            [--source ID]... [--by-source] [--unit UNIT] [--exact] [--watch] [--json | --csv]
                            [--app ID] [--socket PATH]

          TYPE           stepCount, heartRate, ...: see 'hearth types'

        options:
          --by hour|day|week|month|year
                         for each hour, day, week (from Monday), month or year that has samples; default: for all samples
                         together. A day has 23 or 25 hours when the clocks change.
          --since DATE   from this time on; with --by from the beginning of the interval that contains it
          --until DATE   up to this time; with --by to the end of the interval that contains the moment before it
          --zone ZONE    the time zone of dates and days, such as Europe/Vienna; default: the local one
          --source ID    only samples of this app; may be repeated. 'hearth sources' lists the apps.
          --by-source    also the statistics of each app by itself
          --unit UNIT    the unit of printed values; default: the unit that 'hearth types' lists
          --exact        all digits of values in the table, which has six otherwise
          --watch        then each interval that changes, until it is stopped (Ctrl-C). Needs --by.
          --json         one JSON object per line
          --csv          CSV with a header
        \(clientOptionsHelp)

        \(DateReader.help)

        What several apps measured at the same time counts once in a sum: 'hearth sources rank' says which app comes
        first. A sum divides a sample that lies in two intervals between them by time; in averages and bounds it belongs
        to both. A sample that lies partly before --since or after --until counts in the same way. 'hearth query' prints the
        samples that start between them, and those whole. With --by-source the first row of an interval is of all apps:
        its source is null in JSON and empty in CSV. JSON and CSV have all digits, and times in UTC. Finding no samples is
        not an error, but a --source that has saved nothing at all is.
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        try given.checkOnlyOne(of: ["--json", "--csv"])
        let zone = try zone(given)
        let type = try TypeName.type(given.operands[0])
        guard type.kind == .quantity, let displayUnit = type.displayUnit else {
            throw InputError("\(type.shortName) is not a quantity: only quantities have statistics.")
        }
        let length = try length(given)
        guard length != nil || !given.has("--watch") else { throw given.usageError("--watch needs --by.") }
        let unit = try given["--unit"].map { text throws(InputError) in try type.unit(text) } ?? displayUnit
        var selection = try SampleSelection(given, dates: DateReader(now: DateReader.current.now, zone: zone))
        try await selection.findSources(on: connection)
        let search = StatisticsSearch(
            of: type,
            in: unit,
            selection,
            bySource: given.has("--by-source"),
            on: connection
        )
        if !given.has("--watch") {
            Pager.begin()
        }
        var printer = StatisticsPrinter(
            of: type,
            in: unit,
            by: length,
            format(given, zone, length),
            bySource: given.has("--by-source"),
            isExact: given.has("--exact")
        )
        var output = Output()
        try printer.printHeader(to: &output)
        if let length, given.has("--watch") {
            ReaderWatch.begin()
            Terminal.printError("Watching \(type.shortName). Ctrl-C ends it.")
            try await search.follow(length, in: zone) { statistics in
                try printer.print(statistics, to: &output)
                try output.flush()
            }
            throw CommandError("The server ended the statistics. Start 'hearth stats' again.")
        }
        let isEmpty: Bool
        if let length {
            let found = try await search.intervals(length, in: zone)
            isEmpty = found.isEmpty
            try printer.print(found, to: &output)
        } else {
            let rows = try await search.whole()
            isEmpty = rows.isEmpty
            try printer.print(rows, to: &output)
        }
        try output.flush()
        if isEmpty, !given.has("--json"), !given.has("--csv") {
            Terminal.printError("No samples of \(type.shortName) match.")
        }
    }

    static func connector(_ connect: @escaping Connector, _ given: GivenOptions) -> Connector {
        OutageNotices.connector(connect, given)
    }

    private static func zone(_ given: GivenOptions) throws -> TimeZone {
        guard let name = given["--zone"] else { return .current }
        guard let zone = TimeZone(identifier: name) else {
            let question = Suggestions(for: name, among: TimeZone.knownTimeZoneIdentifiers).question
            throw InputError(
                "'\(name.printable)' is not a time zone.\(question) Write a name such as Europe/Vienna or UTC."
            )
        }
        return zone
    }

    private static func length(_ given: GivenOptions) throws -> IntervalLength? {
        guard let name = given["--by"] else { return nil }
        guard let length = IntervalLength(rawValue: name) else {
            throw given.usageError("--by takes hour, day, week, month or year.")
        }
        return length
    }

    private static func format(
        _ given: GivenOptions,
        _ zone: TimeZone,
        _ length: IntervalLength?
    ) -> StatisticsPrinter.Format {
        if given.has("--json") { return .json }
        if given.has("--csv") { return .csv }
        let isChart = length != nil && !given.has("--watch") && !given.has("--by-source")
        return .table(DateText(zone: zone), withChart: isChart && Terminal.showsOutput)
    }
}
