/// The options of the command line.
struct Arguments {
    var benchmark: String?
    var help = false
    var json = false
    var quick = false
    /// The largest size, however long it takes.
    var full = false
    /// Nil for the default sizes.
    var samples: Int?
    /// Nil for the folder of temporary files.
    var directory: String?
    /// Nil for the server in the directory of this program.
    var server: String?
    /// Nil for all parts of the benchmark.
    var part: String?
    /// Nil for the default of each part of the benchmark.
    var times: Int?

    /// 10^9 heart rates would leave the range of valid times; fewer than 1,000 samples have no middle.
    private static let allowedSamples = 1_000...500_000_000
    /// The preparations for each run are in memory.
    private static let allowedTimes = 1...1_000

    /// Reads the arguments after the program's name, and ends the program when they make no sense.
    init(_ arguments: some Sequence<String>) {
        var left = arguments.makeIterator()
        while let argument = left.next() {
            switch argument {
            case "--help", "-h": help = true
            case "--json": json = true
            case "--quick": quick = true
            case "--full": full = true
            case "--samples":
                samples = Arguments.number(left.next(), in: Arguments.allowedSamples, of: argument)
            case "--times": times = Arguments.number(left.next(), in: Arguments.allowedTimes, of: argument)
            case "--directory":
                directory = left.next()
                if directory == nil { fail("--directory needs the path of a folder.") }
            case "--server":
                server = left.next()
                if server == nil { fail("--server needs the path of the program 'hearth'.") }
            case "--only":
                part = left.next()
                if part == nil { fail("--only needs the name of a part.") }
            case _ where argument.hasPrefix("-"): fail("unknown option '\(argument)'.")
            default:
                if benchmark != nil { fail("one benchmark at a time, and '\(argument)' is a second one.") }
                benchmark = argument
            }
        }
        if !help {
            checkOptions()
        }
    }

    private func checkOptions() {
        if benchmark != "store", samples != nil {
            fail("--samples is an option of the benchmark 'store'.")
        }
        if benchmark != "server", benchmark != "client", server != nil {
            fail("--server is an option of the benchmarks 'server' and 'client'.")
        }
        if benchmark != "server", benchmark != "client", benchmark != "work", part != nil {
            fail("--only is an option of the benchmarks 'server', 'client' and 'work'.")
        }
        if benchmark == "codec" || benchmark == "work", full || directory != nil {
            fail("--full and --directory are no options of the benchmarks 'codec' and 'work'.")
        }
        if benchmark == "work", json || quick {
            fail("--json and --quick are no options of the benchmark 'work'.")
        }
        if benchmark != "work", times != nil {
            fail("--times is an option of the benchmark 'work'.")
        }
    }

    private static func number(_ text: String?, in allowed: ClosedRange<Int>, of option: String) -> Int {
        guard let number = text.flatMap({ Int($0) }), allowed.contains(number) else {
            fail("\(option) needs a number from \(allowed.lowerBound) to \(allowed.upperBound).")
        }
        return number
    }
}
