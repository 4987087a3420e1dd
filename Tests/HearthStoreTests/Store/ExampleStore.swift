import HearthModel
import HearthStore
import HearthSystem
import HearthWire

extension StoreOptions {
    /// With small segments, and little work at once: readers prepare a few hundred samples in several steps.
    static func inSmallSteps(preparedBytes: Int) -> StoreOptions {
        var options = StoreOptions()
        options.segmentSamples = 64
        options.preparedBytes = preparedBytes
        options.searchedRows = 256
        options.rewrittenRows = 256
        return options
    }
}

/// A store and its reader, with what the examples do over and over.
struct ExampleStore {
    let writer: StoreWriter
    let reader: StoreReader

    static let app = origin("org.example.run")
    static let otherApp = origin("com.example.scale")
    static let heartRate = type("heartRate")

    static func origin(_ bundleIdentifier: String) -> Write.Origin {
        Write.Origin(source: Source(bundleIdentifier: bundleIdentifier, name: "Example"), version: "1.0")
    }

    init(_ storage: any Storage = MemoryStorage(), options: StoreOptions = .standard) throws(HearthError) {
        writer = try StoreWriter(storage, options: options) { at(1_795_248_000_000_000_000) }
        reader = try writer.makeReader()
    }

    /// Leaves only the store's file.
    func close() throws(HearthError) {
        reader.close()
        try writer.close()
    }

    // MARK: - Writing

    @discardableResult
    func commit(_ operation: Write.Operation, as app: Write.Origin = app) throws(HearthError) -> Receipt {
        try writer.commit([Write(origin: app, operation: operation)])[0].get()
    }

    @discardableResult
    func save(_ columns: SampleColumns..., as app: Write.Origin = app) throws(HearthError) -> Receipt {
        try commit(.save(columns), as: app)
    }

    @discardableResult
    func delete(_ ids: [ObjectID], as app: Write.Origin = app) throws(HearthError) -> Receipt {
        try commit(.delete(.objects(ids)), as: app)
    }

    /// Does all the maintenance that commits have left, as in an idle time.
    func finishMaintenance() throws(HearthError) {
        while try writer.maintain() {
            BackgroundThread.pause(nanoseconds: 20_000)
        }
    }

    // MARK: - Reading

    func rows(_ types: ObjectType..., in snapshot: Snapshot? = nil, limit: UInt64 = 0) throws(HearthError)
        -> [SampleRow]
    {
        let request = QuerySamples(clauses: types.map { Clause(type: $0) }, limit: limit, includeSeries: true)
        let cursor = try reader.query(request, in: snapshot ?? writer.snapshot)
        var rows: [SampleRow] = []
        while let batch = try cursor.next() {
            let columns = batch.columns.map { SampleRow.rows(of: $0) }
            var taken = [Int](repeating: 0, count: columns.count)
            let order =
                batch.interleaving.isEmpty ? columns.first.map { $0.map { _ in UInt32(0) } } : batch.interleaving
            for index in (order ?? []).map({ Int($0) }) {
                rows.append(columns[index][taken[index]])
                taken[index] += 1
            }
        }
        return rows
    }

    func changes(
        after anchor: EncodedAnchor = [],
        limit: UInt64 = 0,
        in snapshot: Snapshot? = nil
    ) throws(HearthError) -> ExampleChanges {
        let cursor = try reader.changes(
            QueryChanges(clauses: [], anchor: anchor, limit: limit),
            in: snapshot ?? writer.snapshot
        )
        var changes = ExampleChanges(anchor: anchor)
        while let batch = try cursor.next() {
            changes.added += batch.added.flatMap { SampleRow.rows(of: $0) }
            changes.deleted += batch.deleted?.ids ?? []
            changes.anchor = batch.anchor
            changes.caughtUp = batch.caughtUp
        }
        changes.reachedLimit = cursor.reachedLimit
        return changes
    }
}

/// What a stream of changes brought.
struct ExampleChanges: Equatable {
    var added: [SampleRow] = []
    var deleted: [ObjectID] = []
    var anchor: EncodedAnchor
    var caughtUp = false
    var reachedLimit = false
}

// MARK: - Samples

/// The UUID with a number, time-ordered.
func exampleID(_ number: Int) -> ObjectID {
    ObjectID(high: UInt64(0x018D_F8C1_0000 + number) << 16 | 0x7000, low: 1 << 63)
}

/// One heartbeat rate for each number of a UUID, a second after the one before it.
func exampleRates(
    _ numbers: some Sequence<Int>,
    value: (Int) -> Double = { 60 + Double($0 % 50) },
    of type: ObjectType = ExampleStore.heartRate
) -> SampleColumns {
    let numbers = Array(numbers)
    return SampleColumns(
        type: type,
        ids: numbers.map { exampleID($0) },
        starts: numbers.map { at(1_795_000_000_000_000_000 + Int64($0) * 1_000_000_000) },
        payload: .quantity(QuantityColumns(values: numbers.map(value)))
    )
}

/// The metadata by which a sample replaces an older one.
func exampleSync(_ identifier: String, version: Int64) -> DictionaryColumn<Metadata> {
    DictionaryColumn(entries: [
        metadata([
            Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string(identifier)),
            Metadata.Entry(key: MetadataKey.syncVersion.rawValue, value: .integer(version)),
        ])
    ])
}
