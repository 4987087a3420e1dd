import HearthModel

/// Samples that are to be saved, as they come together.
struct NewSamples: Sendable {
    let type: ObjectType
    /// Of quantities; nil: the type's storage unit.
    var unit: Unit?
    var metadata = Metadata.none
    private var ids: [ObjectID?] = []
    private var starts: [Timestamp] = []
    private var ends: [Timestamp] = []
    private var values: [Double] = []

    init(of type: ObjectType, unit: Unit?) {
        self.type = type
        self.unit = unit
    }

    var count: Int { ids.count }

    /// Adds a sample; without an identifier it gets a new one.
    mutating func add(_ value: Double, from start: Timestamp, to end: Timestamp, id: ObjectID? = nil) {
        ids.append(id)
        starts.append(start)
        ends.append(end)
        values.append(value)
    }

    /// What came together, as columns, of which nothing stays here; nil when that is nothing.
    mutating func takeColumns() -> SampleColumns? {
        guard count > 0 else { return nil }
        let columns = SampleColumns(
            type: type,
            ids: completeIDs,
            starts: starts,
            ends: ends == starts ? [] : ends,
            metadata: DictionaryColumn(entries: metadata == .none ? [] : [metadata]),
            payload: type.kind == .category
                ? .category(CategoryColumns(values: values.map { Int64($0) }))
                : .quantity(QuantityColumns(values: values, unit: unit))
        )
        ids.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        return columns
    }

    private var completeIDs: [ObjectID] {
        var new = ObjectIDGenerator.shared.next(count: ids.count { $0 == nil })[...]
        return ids.compactMap { $0 ?? new.popFirst() }
    }
}
