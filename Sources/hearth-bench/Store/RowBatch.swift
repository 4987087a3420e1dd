import HearthModel

/// Rows of one type, to be converted to columns as apps get them from Hearth.
struct RowBatch {
    /// The columns of a row, in this order.
    static let columns = "type, uuid, start, \"end\", value, source, sequence"
    /// The position of the sequence number.
    static let sequence: Int32 = 6

    private let set: DataSet
    private let provenances: [Provenance]
    private var ids: [ObjectID] = []
    private var starts: [Timestamp] = []
    private var ends: [Timestamp] = []
    private var values: [Double] = []
    private var sources: [UInt32] = []

    init(_ set: DataSet, devices: [Device]) {
        self.set = set
        provenances = devices.map { Provenance(device: $0) }
    }

    var isEmpty: Bool { ids.isEmpty }

    mutating func append(_ row: SQLiteStatement) {
        ids.append(row.id(1))
        starts.append(Timestamp(nanoseconds: row.integer(2)))
        ends.append(Timestamp(nanoseconds: row.integer(3)))
        values.append(row.real(4))
        sources.append(UInt32(row.integer(5)))
    }

    /// The rows so far; the batch is empty afterwards.
    mutating func take() -> SampleColumns {
        let columns = SampleColumns(
            type: set.type,
            ids: ids,
            starts: starts,
            ends: ends,
            provenance: DictionaryColumn(entries: provenances, indexes: sources),
            payload: .quantity(QuantityColumns(values: values))
        )
        let capacity = ids.count
        self = RowBatch(set, provenances, capacity: capacity)
        return columns
    }

    private init(_ set: DataSet, _ provenances: [Provenance], capacity: Int) {
        self.set = set
        self.provenances = provenances
        ids.reserveCapacity(capacity)
        starts.reserveCapacity(capacity)
        ends.reserveCapacity(capacity)
        values.reserveCapacity(capacity)
        sources.reserveCapacity(capacity)
    }
}
