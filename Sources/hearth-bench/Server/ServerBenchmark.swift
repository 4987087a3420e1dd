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
            found(try RoundTrips(setting: setting).run())
            found(try ConcurrentSaves(setting: setting).run())
            found(try Deliveries(setting: setting).run())
            found(try BulkTransfers(setting: setting).run())
            found(try DisturbedClient(setting: setting).run())
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
