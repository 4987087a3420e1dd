/// `hearth-bench BENCHMARK [--json] [--quick]`: measures the hot paths of Hearth.
@main
struct Main {
    static func main() throws {
        var arguments = CommandLine.arguments.dropFirst()
        let json = arguments.contains("--json")
        let rounds = arguments.contains("--quick") ? Rounds.quick : .thorough
        arguments.removeAll { $0 == "--json" || $0 == "--quick" }
        switch arguments.first {
        case "codec" where arguments.count == 1:
            let rows = try CodecBenchmark(rounds: rounds).run()
            Report(benchmark: "codec", rounds: rounds, rows: rows).print(json: json)
        case "--help", "-h":
            print(usage)
        default:
            fail(arguments.first)
        }
    }

    private static let usage = """
        usage: hearth-bench BENCHMARK [--json] [--quick]

        benchmarks:
          codec    pack and unpack frames, beside copying the same bytes

        options:
          --json   print the figures for programs
          --quick  one short round of each: whether it works, not how fast

        Build it with `swift build -c release`: figures of a debug build mean nothing.
        """
}
