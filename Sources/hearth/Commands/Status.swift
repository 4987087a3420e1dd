import HearthModel
import HearthServer
import HearthSocket
import HearthWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `hearth status`.
enum Status: Command {
    static let name = "status"
    static let summary = "say how the server is"
    static let flags = ["--json", "--metrics"]
    static let values = ["--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Asks the server how it is: its store, its connections, and how far each subscription is behind.

        usage: hearth status [--socket PATH] [--json | --metrics]

        options:
          --socket PATH  where the server listens; else as for 'hearth serve'
          --json         for programs
          --metrics      in the OpenMetrics text format

        Ends with 1 when no server answers.
        """

    static func run(_ given: GivenOptions) throws {
        let report = try ask(given["--socket"])
        if given.has("--metrics") {
            try Output.print(StatusMetrics(report: report).text)
        } else if given.has("--json") {
            try Output.print(StatusJSON(report: report).text)
        } else {
            try Output.print(StatusText(report: report).text)
        }
    }

    private static func ask(_ socket: String?) throws -> StatusReport {
        let channel = try FrameChannel(in: ServerPlaces(named: socket, environment: Terminal.environment))
        _ = try channel.open(App(bundleIdentifier: "org.hearth.status"), client: Terminal.version)
        guard case .statusReport(let report) = try channel.reply(to: .status) else {
            throw SocketError(.failed, "The server does not say how it is: it may be an older version.")
        }
        return report
    }
}
