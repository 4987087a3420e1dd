import HearthClient
import HearthModel

/// `hearth sources`.
enum Sources: ClientCommand {
    static let name = "sources"
    static let summary = "list the apps that saved samples, or rank them"
    static let flags = ["--json", "--none"]
    static let values = ["--app", "--socket"]
    static let operands = ClosedRange.atLeast(0)
    static let operandNames = ["TYPE", "APP"]

    static let help = """
        Lists the apps that saved the stored samples, or says which of them comes first in statistics.

        usage: hearth sources [TYPE] [--json] [--app ID] [--socket PATH]
               hearth sources rank TYPE [APP]... [--json] [--app ID] [--socket PATH]
               hearth sources rank TYPE --none [--app ID] [--socket PATH]

          TYPE           only apps with samples of this type; see 'hearth types'
          rank           prints the order of the apps for TYPE, after setting it if apps are named: where several apps
                         measured at the same time, a sum has only what the first of them measured. Types without sums
                         have no order.
          APP            an app, by its identifier. Apps that are not named come after those that are, in the order that
                         holds with --none.

        options:
          --none         forgets the order. Then values that a person entered come first, then devices that are worn,
                         then those that are carried, and of equals the app that is newer.
          --json         one JSON object per line
        \(clientOptionsHelp)
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
        if given.operands.first == "rank" {
            return try await rank(given, on: connection)
        }
        guard !given.has("--none") else { throw given.usageError("--none is for 'hearth sources rank'.") }
        guard given.operands.count <= 1 else { throw given.usageError("Too many arguments.") }
        let type = try given.operands.first.map { name throws(InputError) in try TypeName.type(name) }
        let found = try await connection.sources(of: type.map { [Clause(type: $0)] } ?? [])
        let sources = found.sorted { ($0.bundleIdentifier, $0.name) < ($1.bundleIdentifier, $1.name) }
        var output = Output()
        if given.has("--json") {
            for source in sources {
                let members: KeyValuePairs<String, JSON> = [
                    "identifier": .string(source.bundleIdentifier), "name": .string(source.name),
                ]
                try output.print(JSON.object(members).text)
            }
        } else if sources.isEmpty {
            Terminal.printError("No app has saved \(type.map { "samples of \($0.shortName)" } ?? "anything") yet.")
        } else {
            var table = Table(["source", "name"])
            let rows = sources.map { [ShownApp(AppID($0.bundleIdentifier)).description, $0.name.onOneLine] }
            try table.print(rows, to: &output)
        }
        try output.flush()
    }

    /// Reads or sets the order of the sources of a type.
    private static func rank(_ given: GivenOptions, on connection: Connection) async throws {
        guard given.operands.count >= 2 else { throw given.missing("TYPE") }
        let type = try TypeName.type(given.operands[1])
        guard type.kind == .quantity else {
            throw InputError("\(type.shortName) is not a quantity: only the sources of quantities have an order.")
        }
        guard type.aggregation == .cumulative else {
            throw InputError(
                "\(type.shortName) is not summed: an average has the values of all apps, whatever their order. 'hearth"
                    + " stats --source ID' chooses an app."
            )
        }
        var named = Array(given.operands.dropFirst(2))
        guard named.isEmpty || !given.has("--none") else {
            throw given.usageError("APP and --none exclude each other.")
        }
        let apps = try await KnownApps(on: connection)
        named = named.map(apps.spelling)
        if let complaint = apps.complaints(about: named).first {
            throw CommandError(complaint)
        }
        let before = try await connection.sourceRanks(of: type)
        let isChange = given.has("--none") || !named.isEmpty
        let ranked = isChange ? try await connection.sourceRanks(of: type, setting: named.map { AppID($0) }) : before
        if isChange, !before.isEmpty, before != ranked {
            Terminal.printError("Before, the order was: \(before.map(\.description).joined(separator: ", ")).")
        }
        let all = try await connection.sources(of: [Clause(type: type)]).map(\.bundleIdentifier)
        try print(
            ranked.map(\.description),
            others: Set(all).subtracting(ranked.map(\.description)).sorted(),
            type,
            given
        )
    }

    private static func print(_ ranked: [String], others: [String], _ type: ObjectType, _ given: GivenOptions) throws {
        var output = Output()
        if given.has("--json") {
            for (index, app) in ranked.enumerated() {
                let members: KeyValuePairs<String, JSON> = [
                    "rank": .integer(Int64(index + 1)), "identifier": .string(app),
                ]
                try output.print(JSON.object(members).text)
            }
        } else if ranked.isEmpty {
            let apps = others.isEmpty ? "" : " By name, they are: \(others.joined(separator: ", "))."
            Terminal.printError("The sources of \(type.shortName) have no order of their own. \(rule)\(apps)")
        } else {
            var table = Table(["rank", "source"], rightAligned: [0])
            try table.print(
                ranked.enumerated().map { ["\($0 + 1)", $1.onOneLine] } + others.map { ["-", $0.onOneLine] },
                to: &output
            )
            if others.count > 1 {
                Terminal.printError("Among those without a rank: \(rule)")
            }
        }
        try output.flush()
    }

    /// The order of sources without a rank.
    private static let rule =
        "Values that a person entered come first, then devices that are worn, then those that are carried, and of equals the"
        + " app that is newer."
}
