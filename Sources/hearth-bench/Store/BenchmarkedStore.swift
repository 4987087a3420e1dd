import HearthModel

/// A store of samples in a file, as the benchmark uses it: Hearth's, or its comparison.
protocol BenchmarkedStore: AnyObject {
    /// Saves in one transaction. When this returns the samples are on the disk. `app`: which of several apps saves them.
    func save(_ columns: [SampleColumns], app: Int) throws

    /// Does the work of idle times until none is left.
    func settle() throws

    /// Reads the requested samples in batches.
    func read(_ request: StoreRequest, _ use: (SampleColumns) -> Void) throws

    /// How many samples there are in all buckets between edges, after their sum or average was computed for each. Without
    /// edges there is one bucket.
    func statistics(of set: DataSet, edges: [Timestamp]) throws -> Int

    func close() throws
}

/// The requests of the benchmark to a store.
enum StoreRequest {
    /// All samples of a set, sorted by start.
    case all(DataSet)
    /// The last samples of a set, the newest first.
    case newest(DataSet, limit: Int)
    /// The samples of a set that start in a range, sorted by start.
    case range(DataSet, Range<Timestamp>)
    /// The first batch of those.
    case firstBatch(DataSet, Range<Timestamp>)
    case sample(DataSet, ObjectID)
    /// A number of samples that were saved last, in the order of the saves.
    case changes(last: Int)
    /// All samples, in the order of the saves.
    case changesFromBeginning
}

extension BenchmarkedStore {
    /// The number of samples that a request yields.
    func count(_ request: StoreRequest) throws -> Int {
        var count = 0
        try read(request) { count += $0.count }
        return count
    }
}

/// Which store.
enum StoreEngine {
    case hearth
    case sqlite

    /// Opens the store in the file, or a new one.
    func open(_ path: String) throws -> any BenchmarkedStore {
        switch self {
        case .hearth: try HearthStoreSubject(path: path)
        case .sqlite: try RowStore(path: path)
        }
    }
}
