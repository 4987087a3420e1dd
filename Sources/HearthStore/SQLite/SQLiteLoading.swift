internal import HearthModel

/// Reads everything but the blocks of a store.
struct SQLiteLoading {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    func load() throws(HearthError) -> StoredState {
        var state = StoredState(header: try header())
        try forEachRow(SQLiteSchema.selectSegments) { (row) throws(HearthError) in
            state.segments.append(try SQLiteLoading.segment(row))
        }
        try forEachRow(SQLiteSchema.selectAssociations) { (row) throws(HearthError) in
            state.associations.append(
                AssociationSummary(
                    id: try SQLiteLoading.block(row.integer(0)),
                    workout: try SQLiteLoading.id(row.bytes(1)),
                    count: try SQLiteLoading.count(row.integer(2)),
                    blockChecksum: UInt64(bitPattern: row.integer(3))
                )
            )
        }
        try forEachRow(SQLiteSchema.selectProvenances) { (row) throws(HearthError) in
            guard let number = UInt32(exactly: row.integer(0)) else { throw .incompleteStore }
            state.provenances.append(StoredProvenance(number: number, message: row.bytes(1)))
        }
        try forEachRow(SQLiteSchema.selectAppRecords) { (row) throws(HearthError) in
            guard let kind = UInt8(exactly: row.integer(1)) else { throw .incompleteStore }
            state.appRecords.append(
                StoredAppRecord(app: AppID(row.text(0)), kind: kind, name: row.text(2), value: row.bytes(3))
            )
        }
        try forEachRow("SELECT id FROM retired_block ORDER BY id") { (row) throws(HearthError) in
            state.retiredBlocks.append(try SQLiteLoading.block(row.integer(0)))
        }
        return state
    }

    private func forEachRow(
        _ sql: String,
        _ body: (SQLiteStatement) throws(HearthError) -> Void
    ) throws(HearthError) {
        let statement = try connection.statement(sql)
        defer { statement.reset() }
        while try statement.step() {
            try body(statement)
        }
    }

    func header() throws(HearthError) -> StoreHeader {
        let row = try connection.statement(SQLiteSchema.selectState)
        defer { row.reset() }
        guard try row.step() else { throw .incompleteStore }
        let header = StoreHeader(
            storeID: try SQLiteLoading.id(row.bytes(0)),
            head: UInt64(bitPattern: row.integer(1)),
            oldest: UInt64(bitPattern: row.integer(2)),
            characteristics: try CharacteristicValues(stored: row.bytes(3)),
            manifest: UInt64(bitPattern: row.integer(4))
        )
        guard header.checksum == UInt64(bitPattern: row.integer(5)) else { throw .incompleteStore }
        return header
    }

    private static func segment(_ row: SQLiteStatement) throws(HearthError) -> SegmentSummary {
        guard let kind = SegmentSummary.Kind(rawValue: UInt8(truncatingIfNeeded: row.integer(1))),
            let shape = UInt8(exactly: row.integer(15))
        else { throw .incompleteStore }
        let totals = try row.isBlob(12) ? totals(row.bytes(12)) : nil
        var values: SegmentSummary.Values?
        if let sum = totals?.roundedSum ?? row.double(12), let least = row.double(13), let greatest = row.double(14) {
            values = SegmentSummary.Values(sum: sum, least: least, greatest: greatest)
        }
        let sequences = try range(UInt64(bitPattern: row.integer(3)), UInt64(bitPattern: row.integer(4)))
        return SegmentSummary(
            id: try block(row.integer(0)),
            kind: kind,
            type: row.text(2),
            firstSequence: sequences.lowerBound,
            lastSequence: sequences.upperBound,
            count: try count(row.integer(5)),
            starts: try range(time(row, 6), time(row, 7)),
            ends: try range(time(row, 8), time(row, 9)),
            ids: try range(id(row.bytes(10)), id(row.bytes(11))),
            values: values,
            totals: totals,
            shape: shape,
            hasUnorderedIDs: row.integer(16) != 0,
            hasSyncKeys: row.integer(17) != 0,
            provenances: try numbers(row.bytes(18)),
            encodedSize: try count(row.integer(19)),
            blockChecksum: UInt64(bitPattern: row.integer(20))
        )
    }

    private static func totals(_ bytes: [UInt8]) throws(HearthError) -> SegmentTotals {
        do throws(HearthError) {
            return try SegmentTotals(stored: bytes)
        } catch {
            throw .incompleteStore
        }
    }

    /// The number of a block. Far more room is left than blocks will ever be made.
    private static func block(_ number: Int64) throws(HearthError) -> Int64 {
        guard (1..<1 << 62).contains(number) else { throw .incompleteStore }
        return number
    }

    /// A number of things, at least 1.
    private static func count(_ number: Int64) throws(HearthError) -> Int {
        guard (1..<1 << 40).contains(number) else { throw .incompleteStore }
        return Int(number)
    }

    private static func time(_ row: SQLiteStatement, _ column: Int32) -> Timestamp {
        Timestamp(nanoseconds: row.integer(column))
    }

    private static func range<Bound: Comparable>(
        _ least: Bound,
        _ greatest: Bound
    ) throws(HearthError) -> ClosedRange<Bound> {
        guard least <= greatest else { throw .incompleteStore }
        return least...greatest
    }

    private static func id(_ bytes: [UInt8]) throws(HearthError) -> ObjectID {
        guard let id = ObjectID(bytes: bytes) else { throw .incompleteStore }
        return id
    }

    private static func numbers(_ bytes: [UInt8]) throws(HearthError) -> [UInt32] {
        guard bytes.count.isMultiple(of: 4) else { throw .incompleteStore }
        return stride(from: 0, to: bytes.count, by: 4).map { offset in
            bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
