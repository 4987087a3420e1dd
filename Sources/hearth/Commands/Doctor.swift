import HearthModel
import HearthServer
import HearthStore

/// `hearth doctor`.
enum Doctor: Command {
    static let name = "doctor"
    static let summary = "find out what is wrong with this installation, and what to do"
    static let flags = ["--check", "--json"]
    static let values = ["--store", "--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Looks at the socket, the server, its versions and clients, the store, the disk and systemd's unit, and says for
        each problem what to do about it.

        usage: hearth doctor [--check] [--store PATH] [--socket PATH] [--json]

        options:
          --check        reads the whole store, whatever its size, and compares it with its checksums. Without it, this
                         is done up to 64 MB; of a larger one only the header is read. A copy is read, in $TMPDIR or else
                         /tmp.
          --store PATH   the store's file; default: the one that the server names, or else as for 'hearth serve'
          --socket PATH  the server's socket; default: as for 'hearth serve'
          --json         one JSON object per line

        The exit code is 1 when there is a problem. A note is worth knowing, and not a problem.
        """

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        let environment = Terminal.environment
        let named = try ServicePaths(socket: nil, store: given["--store"], environment: environment).store
        let server = ServerDiagnosis(socket: given["--socket"], store: named, environment: environment)
        let served = (server.report?.store.path).flatMap { try? StoreLocation($0) } ?? .file("")
        let location = given["--store"] == nil && served != .file("") ? served : named
        // Another server than the usual one has another store.
        let silent = server.report == nil && given["--store"] == nil ? NamedSocket(given) : nil
        let store = StoreDiagnosis(location, ofServerAt: silent, checksContents: given.has("--check"))
        let findings = server.findings + sandboxFindings(server) + store.findings + ServiceDiagnosis().findings
        var output = Output()
        for finding in findings {
            for line in given.has("--json") ? [finding.json.text] : finding.lines {
                try output.print(line)
            }
        }
        try output.flush()
        let problems = findings.count { $0.verdict == .problem }
        guard problems == 0 else { throw CommandError("\(problems.counted("problem")) found.") }
    }

    /// Without bubblewrap the sockets of apps keep no program from the others.
    private static func sandboxFindings(_ server: ServerDiagnosis) -> [Finding] {
        guard server.hasAppSockets, AppSandbox.bubblewrap == nil else { return [] }
        return [
            .note(
                "apps",
                "bubblewrap (bwrap) is not installed: what 'hearth app run' starts can reach the store and the other sockets.",
                "'sudo apt install bubblewrap' prevents that."
            )
        ]
    }
}
