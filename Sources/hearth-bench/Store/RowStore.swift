import HearthModel

/// The comparison for Hearth: SQLite with a row for each sample, as a careful programmer would write it.
///
/// One table and three trees: the table itself by sequence number, which is the change log, the UUIDs, and the starts
/// of each type. Statements are prepared once, the cache is large, and checkpoints are as rare as Hearth's.
final class RowStore: BenchmarkedStore {
    /// Nil if closed.
    private var connection: SQLiteConnection?
    private var statements: [String: SQLiteStatement] = [:]
    /// The devices in the order of their numbers.
    private var devices: [Device] = []

    /// Samples in a batch, as many as in Hearth's.
    private static let batch = 4_096
    /// The same for the first sample of a query.
    private static let firstBatch = 1_024

    init(path: String) throws {
        let connection = try SQLiteConnection(path: path)
        self.connection = connection
        try connection.execute(RowStore.schema)
        let devices = try prepared("SELECT name, manufacturer, model FROM devices ORDER BY id")
        while try devices.step() {
            self.devices.append(
                Device(name: devices.text(0), manufacturer: devices.text(1), model: devices.text(2))
            )
        }
        devices.reset()
    }

    private static let schema = """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA cache_size = -65536;
        PRAGMA wal_autocheckpoint = 4096;
        CREATE TABLE IF NOT EXISTS devices (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, manufacturer TEXT NOT NULL, model TEXT NOT NULL
        );
        CREATE TABLE IF NOT EXISTS samples (
            sequence INTEGER PRIMARY KEY,
            uuid BLOB NOT NULL UNIQUE,
            type INTEGER NOT NULL,
            start INTEGER NOT NULL,
            "end" INTEGER NOT NULL,
            value REAL NOT NULL,
            source INTEGER NOT NULL REFERENCES devices
        );
        CREATE INDEX IF NOT EXISTS samples_by_start ON samples (type, start);
        """

    func settle() throws {
        try prepared("PRAGMA wal_checkpoint(TRUNCATE)").stepOnce()
    }

    func close() throws {
        try settle()
        statements = [:]
        connection = nil
    }

    private func prepared(_ sql: String) throws -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        guard let connection else { preconditionFailure("the store is closed") }
        let statement = try connection.prepare(sql)
        statements[sql] = statement
        return statement
    }
}

// MARK: - Saving

extension RowStore {
    func save(_ columns: [SampleColumns], app: Int) throws {
        try prepared("BEGIN IMMEDIATE").stepOnce()
        for columns in columns {
            try insert(columns)
        }
        try prepared("COMMIT").stepOnce()
    }

    private func insert(_ columns: SampleColumns) throws {
        guard case .quantity(let quantities) = columns.payload,
            let set = DataSet.allCases.first(where: { $0.type == columns.type })
        else { preconditionFailure("the data sets hold quantities") }
        let source = try number(of: columns.provenance.entries[0].device ?? Device())
        let insertion = try prepared(
            "INSERT INTO samples (uuid, type, start, \"end\", value, source) VALUES (?, ?, ?, ?, ?, ?)"
        )
        try insertion.bind(2, Int64(set.rawValue))
        try insertion.bind(6, source)
        for row in columns.ids.indices {
            try insertion.bind(1, columns.ids[row])
            try insertion.bind(3, columns.starts[row].nanoseconds)
            try insertion.bind(4, columns.end(row).nanoseconds)
            try insertion.bind(5, quantities.values[row])
            try insertion.stepOnce()
        }
    }

    private func number(of device: Device) throws -> Int64 {
        if let index = devices.firstIndex(of: device) { return Int64(index) }
        let insertion = try prepared("INSERT INTO devices (id, name, manufacturer, model) VALUES (?, ?, ?, ?)")
        try insertion.bind(1, Int64(devices.count))
        try insertion.bind(2, device.name ?? "")
        try insertion.bind(3, device.manufacturer ?? "")
        try insertion.bind(4, device.model ?? "")
        try insertion.stepOnce()
        devices.append(device)
        return Int64(devices.count - 1)
    }
}

// MARK: - Reading

extension RowStore {
    func read(_ request: StoreRequest, _ use: (SampleColumns) -> Void) throws {
        let statement = try statement(request)
        defer { statement.reset() }
        var batches = DataSet.allCases.map { RowBatch($0, devices: devices) }
        var rows = 0
        while try statement.step() {
            batches[Int(statement.integer(0))].append(statement)
            rows += 1
            if rows % RowStore.batch == 0 {
                hand(&batches, use)
            }
        }
        hand(&batches, use)
    }

    private func hand(_ batches: inout [RowBatch], _ use: (SampleColumns) -> Void) {
        for index in batches.indices where !batches[index].isEmpty {
            use(batches[index].take())
        }
    }

    private func statement(_ request: StoreRequest) throws -> SQLiteStatement {
        switch request {
        case .all(let set):
            return try select("WHERE type = ? ORDER BY start", Int64(set.rawValue))
        case .newest(let set, let limit):
            return try select("WHERE type = ? ORDER BY start DESC LIMIT ?", Int64(set.rawValue), Int64(limit))
        case .range(let set, let range):
            return try select(range, of: set, limit: -1)
        case .firstBatch(let set, let range):
            return try select(range, of: set, limit: RowStore.firstBatch)
        case .sample(let set, let id):
            // The plus keeps SQLite from the index of the starts.
            let statement = try select("WHERE uuid = ?2 AND +type = ?1", Int64(set.rawValue))
            try statement.bind(2, id)
            return statement
        case .changes(let last):
            let head = try select("ORDER BY sequence DESC LIMIT 1")
            defer { head.reset() }
            let sequence = try head.step() ? head.integer(RowBatch.sequence) : 0
            return try select("WHERE sequence > ? ORDER BY sequence", sequence - Int64(last))
        case .changesFromBeginning:
            return try select("WHERE sequence > ? ORDER BY sequence", 0)
        }
    }

    /// By the day in which a sample begins.
    func statistics(of set: DataSet, edges: [Timestamp]) throws -> Int {
        let function = set.type.aggregation == .cumulative ? "sum" : "avg"
        let grouping = edges.isEmpty ? "" : "GROUP BY (start - ?2) / ?3"
        let statement = try prepared(
            "SELECT count(*), \(function)(value), min(start), max(\"end\") FROM samples WHERE type = ?1 \(grouping)"
        )
        defer { statement.reset() }
        try statement.bind(1, Int64(set.rawValue))
        if edges.count > 1 {
            try statement.bind(2, edges[0].nanoseconds)
            try statement.bind(3, edges[1].nanoseconds - edges[0].nanoseconds)
        }
        var count = 0
        while try statement.step() {
            count += Int(statement.integer(0))
        }
        return count
    }

    private func select(_ range: Range<Timestamp>, of set: DataSet, limit: Int) throws -> SQLiteStatement {
        try select(
            "WHERE type = ? AND start >= ? AND start < ? ORDER BY start LIMIT ?",
            Int64(set.rawValue),
            range.lowerBound.nanoseconds,
            range.upperBound.nanoseconds,
            Int64(limit)
        )
    }

    private func select(_ condition: String, _ parameters: Int64...) throws -> SQLiteStatement {
        let statement = try prepared("SELECT \(RowBatch.columns) FROM samples \(condition)")
        for (index, parameter) in parameters.enumerated() {
            try statement.bind(Int32(index + 1), parameter)
        }
        return statement
    }
}

extension SQLiteStatement {
    /// For statements whose rows are not needed.
    fileprivate func stepOnce() throws {
        defer { reset() }
        _ = try step()
    }
}
