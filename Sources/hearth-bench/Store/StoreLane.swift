import HearthModel

/// One of the stores that take turns: an engine, its kind of UUIDs, and its own copy of the data sets.
final class StoreLane {
    /// Several apps that save samples of one set, of the same time.
    struct Overlap {
        let set: DataSet
        let apps: Int

        var name: String { "\(set.name) of \(apps) apps" }
    }

    let engine: StoreEngine
    let identifiers: DataSetIdentifiers.Kind
    /// The samples that are loaded.
    let target: Int
    private let folder: TemporaryFolder
    private let overlap: Overlap?
    /// One for each app.
    private var mixes: [DataSetMix]
    /// The writes so far.
    private var loads = 0
    private var store: (any BenchmarkedStore)?

    /// The samples of each set that are stored.
    private(set) var counts = [Int](repeating: 0, count: DataSet.allCases.count)
    /// Some of the samples, from all parts of the load.
    private(set) var picks: [(set: DataSet, id: ObjectID)] = []
    /// Nanoseconds a sample, of each full write of the load.
    private(set) var writes: [Double] = []
    /// Nanoseconds of the load, and until the store was idle afterwards.
    private(set) var loading = 0.0
    private(set) var settling = 0.0

    /// How many samples of each set are picked in each write.
    private static let picksPerWrite = 8

    init(_ engine: StoreEngine, _ identifiers: DataSetIdentifiers.Kind, samples: Int, in folder: TemporaryFolder) throws
    {
        self.engine = engine
        self.identifiers = identifiers
        self.folder = folder
        target = samples
        overlap = nil
        mixes = [DataSetMix(identifiers)]
        try open()
    }

    /// Of about `samples` samples each app has the same number.
    init(_ engine: StoreEngine, _ overlap: Overlap, samples: Int, in folder: TemporaryFolder) throws {
        self.engine = engine
        identifiers = .timeOrdered
        self.folder = folder
        self.overlap = overlap
        target = samples / overlap.apps * overlap.apps
        mixes = DataSetMix.overlapping(overlap.set, apps: overlap.apps)
        try open()
    }

    private var name: String {
        guard let overlap else { return "\(engine)-\(identifiers).db" }
        return "\(engine)-\(overlap.set)-\(overlap.apps).db"
    }

    var samples: Int { counts.reduce(0, +) }

    // MARK: - The load

    /// Saves the next part of the load.
    func load(_ size: Int) throws {
        let app = loads % mixes.count
        // Each app has as many rounds, and of the last one what is left for it.
        let count = min(size, target / mixes.count - loads / mixes.count * size)
        let columns = overlap.map { [mixes[app].next(count, of: $0.set)] } ?? mixes[app].next(count)
        loads += 1
        let nanoseconds = try Stopwatch.nanoseconds { try opened.save(columns, app: app) }
        loading += nanoseconds
        if count == size || writes.isEmpty {
            writes.append(nanoseconds / Double(count))
        }
        for columns in columns {
            guard let set = DataSet.allCases.first(where: { $0.type == columns.type }) else { continue }
            counts[set.rawValue] += columns.count
            let stride = max(1, columns.count / StoreLane.picksPerWrite)
            picks += Swift.stride(from: 0, to: columns.count, by: stride).map { (set, columns.ids[$0]) }
        }
    }

    func settle() throws {
        settling += try Stopwatch.nanoseconds { try opened.settle() }
    }

    /// Saves a single heart rate, and returns the time in nanoseconds.
    func saveOne() throws -> Double {
        let columns = mixes[0].next(1, of: .heartRate)
        counts[DataSet.heartRate.rawValue] += 1
        return try Stopwatch.nanoseconds { try opened.save([columns], app: 0) }
    }

    // MARK: - Reading

    /// Asks once. A wrong answer ends the benchmark: it has no speed.
    func read(_ request: StoreRequest, expecting expected: Int) throws {
        let count = try opened.count(request)
        guard count == expected else { throw wrong(request, "\(count) samples instead of \(expected)") }
    }

    /// How many samples are in a first batch is up to the store.
    func readFirstBatch(_ request: StoreRequest) throws {
        let count = try opened.count(request)
        guard count > 0 else { throw wrong(request, "nothing") }
    }

    /// Samples on the edge of a bucket may be in two.
    func computeStatistics(of set: DataSet, edges: [Timestamp] = []) throws {
        let count = try opened.statistics(of: set, edges: edges)
        guard count >= counts[set.rawValue] else {
            throw BenchmarkError("\(engine) has statistics of \(count) \(set.name) samples; this is a fault in it")
        }
    }

    private func wrong(_ request: StoreRequest, _ answer: String) -> BenchmarkError {
        BenchmarkError("\(engine) with \(identifiers.name) yields \(answer) for \(request); this is a fault in it")
    }

    /// The checksum of the samples of a set, in the order of reading.
    func digest(of set: DataSet) throws -> StoreDigest {
        var digest = StoreDigest()
        try opened.read(.all(set)) { digest.add($0) }
        return digest
    }

    // MARK: - The file

    func open() throws {
        store = try engine.open(folder.file(name))
    }

    func close() throws {
        try store?.close()
        store = nil
    }

    /// Bytes a sample, of all files of the store.
    func bytesPerSample() throws -> Double {
        Double(try folder.bytes(name)) / Double(samples)
    }

    private var opened: any BenchmarkedStore {
        guard let store else { preconditionFailure("the store is closed") }
        return store
    }
}

/// A sum over samples and their order. Equal for two stores that hold the same.
struct StoreDigest: Equatable {
    private var state: UInt64 = 0

    mutating func add(_ columns: SampleColumns) {
        guard case .quantity(let quantities) = columns.payload else { preconditionFailure("these are quantities") }
        for row in columns.ids.indices {
            mix(columns.ids[row].high)
            mix(columns.ids[row].low)
            mix(UInt64(bitPattern: columns.starts[row].nanoseconds))
            mix(UInt64(bitPattern: columns.end(row).nanoseconds))
            mix(quantities.values[row].bitPattern)
        }
    }

    private mutating func mix(_ bits: UInt64) {
        state = (state ^ bits) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 29
    }
}
