import HearthModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The setting in which the server or its clients are measured.
struct ServerSetting {
    /// The path of `hearth`.
    let program: String
    let folder: TemporaryFolder
    let amounts: Amounts

    /// - Parameters:
    ///   - program: the path of `hearth`; nil: the one in the directory of the benchmark.
    ///   - directory: where the folder for files is made; nil: with the system's temporary files.
    init(_ amounts: Amounts, program: String?, directory: String?) throws {
        self.amounts = amounts
        self.program = try program ?? ServerSetting.besideThisProgram()
        folder = try TemporaryFolder(in: directory)
    }

    private static func besideThisProgram() throws -> String {
        let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "hearth").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw BenchmarkError(
                "no server at \(path); build it with 'swift build -c release --product hearth', or name it"
                    + " with --server"
            )
        }
        return path
    }

    /// A note about the location of the files; nil: none.
    var caution: ComparisonReport.Section? {
        guard folder.isInMemory else { return nil }
        return ComparisonReport.Section(
            name: "where the files are",
            rows: [],
            notes: ["\(folder.path) is in memory: what is durable there costs nothing. See --directory."]
        )
    }

    /// The amounts of work in a round.
    struct Amounts {
        var rounds = 5
        var pings = 5_000
        var saves = 300
        /// Connections that save at once, and saves of all of them together.
        var savers = 64
        var concurrentSaves = 32_000
        var subscribers = 1_000
        /// Saves that each subscriber is sent.
        var deliveredSaves = 50
        /// Samples that are saved in bulk, with each size of frame.
        var bulkSaved = 1_048_576
        var bulkRead = 1_000_000
        /// Samples that a server has before others disturb it.
        var disturbedSamples = 1_000_000
        /// Samples that are saved while some subscribers never read.
        var unreadSamples = 10_000_000
        var disturbedPings = 10_000
        var disturbedSaves = 200
        /// Pings that are sent without waiting for answers.
        var pipelinedPings = 1_000_000
        var idleConnections = 10_000
        /// Apps that are started for a change.
        var starts = 20

        static let thorough = Amounts()
        static let quick = Amounts(
            rounds: 1,
            pings: 100,
            saves: 10,
            concurrentSaves: 256,
            subscribers: 50,
            deliveredSaves: 4,
            bulkSaved: 131_072,
            bulkRead: 100_000,
            disturbedSamples: 20_000,
            unreadSamples: 20_000,
            disturbedPings: 50,
            disturbedSaves: 10,
            pipelinedPings: 20_000,
            idleConnections: 200,
            starts: 2
        )
    }

    /// Measures with a server that has a new store, from tasks.
    nonisolated(nonsending) func withServer<Result>(
        _ name: String,
        _ measure: nonisolated(nonsending) (HearthServer) async throws -> Result
    ) async throws -> Result {
        let server = try HearthServer(program, name, in: folder)
        defer { server.end() }
        return try await measure(server)
    }

    /// Measures with a server that has a new store.
    func withServer<Result>(_ name: String, _ measure: (HearthServer) throws -> Result) throws -> Result {
        let server = try HearthServer(program, name, in: folder)
        defer { server.end() }
        return try measure(server)
    }
}

/// Heart rates with increasing UUIDs and times, as an app sends them.
struct HeartRates {
    private var rows = DataSetRows(.heartRate)
    private let ids = ObjectIDGenerator()
    private let delay: Int64

    /// - Parameter years: how much later than the data set's the first sample is.
    init(after years: Int64 = 0) {
        delay = years * 365 * 86_400_000_000_000
    }

    mutating func next(_ count: Int) -> SampleColumns {
        var columns = rows.next(count, ids: ids.next(count: count))
        if delay > 0 {
            columns.starts = columns.starts.map { Timestamp(nanoseconds: $0.nanoseconds + delay) }
        }
        return columns
    }

    static let clause = Clause(type: DataSet.heartRate.type)
}
