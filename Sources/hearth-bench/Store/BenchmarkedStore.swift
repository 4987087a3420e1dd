import HearthModel

/// A store of samples in a file, as the benchmark uses it: Hearth's, or the one it is compared with.
protocol BenchmarkedStore: AnyObject {
    /// Saves in one transaction. When this returns the samples are on the disk.
    func save(_ columns: [SampleColumns]) throws

    /// Does what can be done while nobody asks for anything, until nothing is left.
    func settle() throws

    /// Hands over what is asked for, in batches.
    func read(_ request: StoreRequest, _ use: (SampleColumns) -> Void) throws

    func close() throws
}

/// What the benchmark asks of a store.
enum StoreRequest {
    /// All samples of a set in the order of their starts.
    case all(DataSet)
    /// The last samples of a set, the newest first.
    case newest(DataSet, limit: Int)
    /// The samples of a set that start in a range, by their starts.
    case range(DataSet, Range<Timestamp>)
    /// The first batch of those.
    case firstBatch(DataSet, Range<Timestamp>)
    case sample(DataSet, ObjectID)
    /// The last so many samples that were saved, in the order in which they were.
    case changes(last: Int)
    /// All samples in the order in which they were saved.
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
