import HearthClient
import HearthModel

/// `hearth sources`.
enum Sources: ClientCommand {
    static let name = "sources"
    static let summary = "list the apps that saved samples"
    static let flags = ["--json"]
    static let values = ["--app", "--socket"]
    static let operands = 0...1
    static let operandNames = ["TYPE"]

    static let help = """
        Lists the apps that saved the stored samples.

        usage: hearth sources [TYPE] [--json] [--app ID] [--socket PATH]

          TYPE           only apps with samples of this type; see 'hearth types'

        options:
          --json         one JSON object per line
        \(clientOptionsHelp)
        """

    static func run(_ given: GivenOptions, on connection: Connection) async throws {
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
            for line in table.lines(sources.map { [$0.bundleIdentifier, $0.name] }) {
                try output.print(line)
            }
        }
        try output.flush()
    }
}
