import HearthModel
import HearthWire

/// `hearth status`.
enum Status: Command {
    static let name = "status"
    static let summary = "print the state of the server"
    static let flags = ["--json", "--metrics"]
    static let values = ["--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Prints the server's state: its store, its connections, the lag of each subscription, and what apps ask of you.

        usage: hearth status [--socket PATH] [--json | --metrics]

        options:
          --socket PATH  the server's socket; default: as for 'hearth serve'
          --json         JSON, for programs
          --metrics      the OpenMetrics text format

        The exit code is 1 when no server answers.
        """

    static func run(_ given: GivenOptions) throws {
        try given.checkOnlyOne(of: ["--json", "--metrics"])
        let status: ServerStatus
        do {
            status = try ServerStatus(from: given["--socket"])
        } catch let error as HearthError {
            let advice = NamedSocket(given)?.advice(after: error)
            throw CommandError(ErrorText.text(of: error) + (advice.map { " " + $0 } ?? ""))
        }
        let report = status.report
        let requests = status.access.map { list in list.requests.map { AccessRequestText($0, in: list) } } ?? []
        if let warning = status.refusal.flatMap(OwnerCheck.warning) {
            Terminal.printError(warning)
        }
        if given.has("--metrics") {
            try Output.print(OpenMetricsText(report: report).text)
        } else if given.has("--json") {
            try Output.print(StatusJSON(report: report, requests: requests).text)
        } else {
            try Output.print(StatusText(report: report, requests: requests).text)
        }
    }
}
