import HearthModel

/// Collects samples to save.
struct NewSamples: Sendable {
    let type: ObjectType
    /// The unit of quantities.
    var unit: DisplayUnit?
    var metadata = Metadata.none
    private var ids: [ObjectID] = []
    /// The rows whose samples came without an identifier.
    private var unnamed: [Int] = []
    private var starts: [Timestamp] = []
    private var ends: [Timestamp] = []
    private var quantities: [Double] = []
    private var categories: [Int64] = []

    init(of type: ObjectType, unit: DisplayUnit?) {
        self.type = type
        self.unit = unit
    }

    var count: Int { ids.count }

    /// Adds a quantity; without an identifier it gets a new one.
    mutating func add(quantity: Double, from start: Timestamp, to end: Timestamp, id: ObjectID? = nil) {
        quantities.append(quantity)
        add(from: start, to: end, id)
    }

    /// Adds a category's value; without an identifier it gets a new one.
    mutating func add(category: Int64, from start: Timestamp, to end: Timestamp, id: ObjectID? = nil) {
        categories.append(category)
        add(from: start, to: end, id)
    }

    private mutating func add(from start: Timestamp, to end: Timestamp, _ id: ObjectID?) {
        if id == nil {
            unnamed.append(ids.count)
        }
        ids.append(id ?? ObjectID(high: 0, low: 0))
        starts.append(start)
        ends.append(end)
    }

    /// Removes the samples and returns them as columns; nil when there are none.
    mutating func takeColumns() -> SampleColumns? {
        guard count > 0 else { return nil }
        for (row, id) in zip(unnamed, ObjectIDGenerator.shared.next(count: unnamed.count)) {
            ids[row] = id
        }
        let columns = SampleColumns(
            type: type,
            ids: ids,
            starts: starts,
            ends: ends == starts ? [] : ends,
            metadata: DictionaryColumn(entries: metadata == .none ? [] : [metadata]),
            payload: type.kind == .category
                ? .category(CategoryColumns(values: categories))
                : .quantity(QuantityColumns(values: quantities, unit: unit?.unit))
        )
        var next = NewSamples(of: type, unit: unit)
        next.metadata = metadata
        next.reserveCapacity(count)
        self = next
        return columns
    }

    private mutating func reserveCapacity(_ count: Int) {
        ids.reserveCapacity(count)
        starts.reserveCapacity(count)
        ends.reserveCapacity(count)
    }
}
