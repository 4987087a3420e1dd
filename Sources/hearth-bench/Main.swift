/// `hearth-bench BENCHMARK [OPTIONS]`: measures the hot paths of Hearth.
@main
struct Main {
    static func main() async throws {
        if CommandLine.arguments.dropFirst() == [StartedApp.argument] {
            await StartedApp.run()
            return
        }
        if CommandLine.arguments.dropFirst().first == BarePeer.argument {
            try BarePeer.run(CommandLine.arguments.dropFirst(2))
            return
        }
        if CommandLine.arguments.dropFirst().first == Disturber.argument {
            do {
                try Disturber.run(Array(CommandLine.arguments.dropFirst(2)))
            } catch {
                fail("\(error)", code: 1)
            }
            return
        }
        let arguments = Arguments(CommandLine.arguments.dropFirst())
        if arguments.help {
            print(usage)
            return
        }
        switch arguments.benchmark {
        case "codec":
            let rounds = arguments.quick ? Rounds.quick : .thorough
            let rows = try CodecBenchmark(rounds: rounds).run()
            Report(benchmark: "codec", rounds: rounds, rows: rows).print(json: arguments.json)
        case "store":
            do {
                try store(arguments)
            } catch {
                fail("\(error)", code: 1)
            }
        case "work":
            do {
                let works = try chosen(arguments.part, of: WorkBenchmark.works, \.name)
                try WorkBenchmark(works: works, times: arguments.times).run()
            } catch {
                fail("\(error)", code: 1)
            }
        case "server":
            await compare("server", arguments) { ServerBenchmark(setting: $0).parts }
        case "client":
            await compare("client", arguments) { ClientBenchmark(setting: $0).parts }
        case let other?:
            fail("unknown benchmark '\(other)'.")
        case nil:
            fail("which benchmark?")
        }
    }

    /// Prints each size for people when it is done, and all of them for programs at the end.
    private static func store(_ arguments: Arguments) throws {
        let rounds = arguments.quick ? Rounds.quick : .store
        let benchmark = StoreBenchmark(
            rounds: rounds,
            write: arguments.quick ? 2_048 : 65_536,
            directory: arguments.directory,
            rowLimit: arguments.full ? .max : 1_000_000
        )
        let sizes = arguments.samples.map { [$0] } ?? (arguments.quick ? [10_000] : [100_000, 1_000_000, 10_000_000])
        var sections: [StoreReport.Section] = []
        for (index, size) in sizes.enumerated() {
            sections.append(try benchmark.run(samples: size))
            if !arguments.json {
                StoreReport(rounds: rounds, sections: [sections[index]]).print(json: false)
                print()
            }
        }
        if arguments.json {
            StoreReport(rounds: rounds, sections: sections).print(json: true)
        }
    }

    /// Prints each section for people when it is done, and all of them for programs at the end.
    private static func compare(
        _ benchmark: String,
        _ arguments: Arguments,
        _ parts: @Sendable (ServerSetting) -> [ComparisonReport.Part]
    ) async {
        var amounts = arguments.quick ? ServerSetting.Amounts.quick : .thorough
        if arguments.full {
            amounts.unreadSamples = 10_000_000
        }
        var sections: [ComparisonReport.Section] = []
        let report = { ComparisonReport(benchmark: benchmark, rounds: amounts.rounds, sections: $0) }
        do {
            let setting = try ServerSetting(amounts, program: arguments.server, directory: arguments.directory)
            defer { try? setting.folder.remove() }
            sections = setting.caution.map { [$0] } ?? []
            for part in try chosen(arguments.part, of: parts(setting), \.name) {
                sections.append(try await part.measure())
                if !arguments.json {
                    report(sections).print(json: false)
                    print()
                    sections = []
                }
            }
        } catch {
            fail("\(error)", code: 1)
        }
        if arguments.json {
            report(sections).print(json: true)
        }
    }

    private static func chosen<Part>(
        _ name: String?,
        of parts: [Part],
        _ named: (Part) -> String
    ) throws -> [Part] {
        let chosen = parts.filter { name == nil || name == named($0) }
        guard !chosen.isEmpty else {
            throw BenchmarkError("--only needs one of: \(parts.map(named).joined(separator: ", ")).")
        }
        return chosen
    }

    private static let usage = """
        usage: hearth-bench BENCHMARK [OPTIONS]

        benchmarks:
          codec    pack and unpack frames, compared with copying the same bytes
          store    save, query and follow samples in a file, compared with SQLite with a row a sample,
                   with 100,000, 1,000,000 and 10,000,000 samples
          server   one client and many of 'hearth serve', and some that disturb it, compared with what the machine
                   takes for the same, and with Redis where redis-server is installed
          client   an app that uses HealthKit's API with 'hearth serve', compared with the wire without objects and
                   what the machine takes for the same
          work     the same pieces of work in each run, without a clock, files and sockets: for programs that
                   count instructions, as Tests/InstructionCounts/run does; prints what was done how often

        options:
          --json   print the figures for programs; not of work
          --quick  one short round of each: whether it works, not how fast; not of work

        options of store:
          --samples N       with N samples only
          --full            give SQLite all samples, not 1,000,000 at most; with 10,000,000 that takes long and
                            needs 4 GB

        options of server and client:
          --server PATH     the program 'hearth'; default: the one next to this program
          --full            10,000,000 samples for who never reads or is slow, not 1,000,000
          --only PART       of server round-trips, savers, deliveries, bulk or others,
                            of client samples, single, slow or background

        options of work:
          --only PART       of save-one, query-step, fan-out and the others that it prints
          --times N         N times, not as often as is usual for the part

        options of store, server and client:
          --directory PATH  put the files into a new folder in PATH, which is removed; a disk, not a tmpfs

        Build it with `HEARTH_BENCHMARKS=1 swift build -c release`: figures of a debug build mean nothing.
        """
}
