#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Starts `hearth serve` with new stores, and asks it what apps ask: clients here, the server in a process of its own.
///
/// Each figure stands beside what the machine itself takes for the same, or another program that people would use, and
/// the two take turns. Clients are threads of this process.
struct ServerBenchmark {
    let amounts: ServerSetting.Amounts
    /// The path of `hearth`. Nil: it is beside the benchmark.
    let server: String?
    /// Where the files are. Nil: with the system's temporary files.
    let directory: String?
    /// The only part to measure. Nil: all.
    let part: Part?

    /// What belongs together. The raw values are those of the command line.
    enum Part: String, CaseIterable {
        case roundTrips = "round-trips"
        case savers
        case deliveries
        case bulk
        case others

        fileprivate func run(_ setting: ServerSetting) throws -> ServerReport.Section {
            switch self {
            case .roundTrips: try RoundTrips(setting: setting).run()
            case .savers: try ConcurrentSaves(setting: setting).run()
            case .deliveries: try Deliveries(setting: setting).run()
            case .bulk: try BulkTransfers(setting: setting).run()
            case .others: try DisturbedClient(setting: setting).run()
            }
        }
    }

    /// Hands over what was found, one section after the other.
    func run(_ found: (ServerReport.Section) -> Void) throws {
        let program = try server ?? ServerBenchmark.besideThisProgram()
        _ = ProcessLimit.raiseDescriptors()
        let folder = try TemporaryFolder(in: directory)
        do {
            let setting = ServerSetting(program: program, folder: folder, amounts: amounts)
            if folder.isInMemory {
                found(
                    .init(
                        name: "where the files are",
                        rows: [],
                        notes: ["\(folder.path) is in memory: what is durable there costs nothing. See --directory."]
                    )
                )
            }
            for part in Part.allCases where self.part == nil || self.part == part {
                found(try part.run(setting))
            }
            try folder.remove()
        } catch {
            try? folder.remove()
            throw error
        }
    }

    private static func besideThisProgram() throws -> String {
        let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "hearth").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw BenchmarkError(
                "there is no server at \(path); build it with 'swift build -c release --product hearth', or name it"
                    + " with --server"
            )
        }
        return path
    }
}
