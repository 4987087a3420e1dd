import HearthModel

/// The content of a sample.
enum HealthValue {
    /// In the storage unit of the type.
    case quantity(Double)
    case category(Int64)
    case correlation([ObjectID])
    case workout(WorkoutActivityType, seconds: Double, WorkoutDetail)
    /// Seconds since the start, ascending; true where a gap precedes the beat.
    case heartbeats([(offset: Double, hasGap: Bool)])
    /// With the voltages of an electrocardiogram, or the bytes of a document.
    case record(Record, voltages: [Double] = [], contents: [UInt8] = [])
}

/// Collects samples of one type and one version of a source.
final class HealthColumns {
    let type: ObjectType
    /// The number of the version of the source.
    let origin: Int
    /// The part of the UUIDs that these samples share.
    let identity: UInt64
    /// Whether samples of the type may be members of a correlation.
    let isMemberType: Bool

    private var rows = HealthRows()

    /// `identity`: 0 if the samples have UUIDs of their own.
    init(_ type: ObjectType, origin: Int, identity: UInt64 = 0) {
        self.type = type
        self.origin = origin
        self.identity = identity
        isMemberType = ObjectType.food.allowsMember(type) || ObjectType.bloodPressure.allowsMember(type)
    }

    var count: Int { rows.count }

    func append(
        _ value: HealthValue,
        _ id: ObjectID,
        _ start: Timestamp,
        _ end: Timestamp,
        _ source: HealthSource,
        _ metadata: HealthMetadata
    ) {
        rows.append(value, id, start, end, source, metadata)
    }

    /// The samples so far, and begins again.
    func take() -> SampleColumns {
        defer { rows = HealthRows() }
        return rows.columns(type)
    }
}

/// The samples of one type: a value, because objects check each access to each of their properties.
private struct HealthRows {
    private var ids: [ObjectID] = []
    private var starts: [Timestamp] = []
    private var ends: [Timestamp] = []
    private var devices = DictionaryBuilder<Device?>(default: nil)
    private var metadata = DictionaryBuilder<Metadata>(default: .none)
    private var quantities: [Double] = []
    private var categories: [Int64] = []
    private var correlations = CorrelationColumns(lengths: [], members: [])
    private var workouts = WorkoutColumns(activityTypes: [])
    private var heartbeats = HeartbeatColumns()
    private var records = RecordColumns(records: [])

    var count: Int { ids.count }

    mutating func append(
        _ value: HealthValue,
        _ id: ObjectID,
        _ start: Timestamp,
        _ end: Timestamp,
        _ source: HealthSource,
        _ metadata: HealthMetadata
    ) {
        ids.append(id)
        starts.append(start)
        ends.append(end)
        devices.append(source.device, number: source.number)
        self.metadata.append(metadata.metadata, number: metadata.number)
        switch value {
        case .quantity(let number):
            quantities.append(number)
        case .category(let number):
            categories.append(number)
        case .correlation(let members):
            correlations.lengths.append(UInt32(members.count))
            correlations.members += members
        case .workout(let activity, let seconds, let detail):
            workouts.activityTypes.append(activity)
            workouts.durations.append(seconds)
            workouts.details.append(detail)
        case .heartbeats(let beats):
            heartbeats.lengths.append(UInt32(beats.count))
            heartbeats.offsets += beats.map(\.offset)
            heartbeats.gaps += beats.map { $0.hasGap ? 1 : 0 }
        case .record(let record, let voltages, let contents):
            records.records.append(record)
            records.lengths.append(UInt32(voltages.count + contents.count))
            records.voltages += voltages
            records.contents += contents
        }
    }

    func columns(_ type: ObjectType) -> SampleColumns {
        SampleColumns(
            type: type,
            ids: ids,
            starts: starts,
            ends: ends == starts ? [] : ends,
            provenance: devices.column { Provenance(device: $0) },
            metadata: metadata.column { $0 },
            payload: payload(type)
        )
    }

    private func payload(_ type: ObjectType) -> SamplePayload {
        switch type.kind {
        case .category: .category(CategoryColumns(values: categories))
        case .correlation: .correlation(correlations)
        case .workout: .workout(workouts)
        case .heartbeatSeries: .heartbeat(heartbeats)
        case .quantity: .quantity(QuantityColumns(values: quantities))
        default: .record(records(type))
        }
    }

    /// Without lengths if the records of a type have no series.
    private func records(_ type: ObjectType) -> RecordColumns {
        guard RecordSchema.of(type)?.series == nil else { return records }
        return RecordColumns(records: records.records)
    }
}

/// Collects a column of repeating values. Equal ones usually come with equal numbers, by which they are found faster.
struct DictionaryBuilder<Entry: Hashable & Sendable> {
    private let standard: Entry
    private var entries: [Entry] = []
    private var indexOfEntry: [Entry: UInt32] = [:]
    private var indexOfNumber: [Int: UInt32] = [:]
    private var last: (number: Int, index: UInt32)?
    private var indexes: [UInt32] = []

    /// `standard`: the value of rows that have none.
    init(default standard: Entry) {
        self.standard = standard
    }

    mutating func append(_ entry: @autoclosure () -> Entry, number: Int?) {
        // Rows usually have the value of the row before.
        guard let number else { return indexes.append(index(of: entry())) }
        if let last, last.number == number { return indexes.append(last.index) }
        let index = indexOfNumber[number] ?? index(of: entry())
        indexOfNumber[number] = index
        last = (number, index)
        indexes.append(index)
    }

    private mutating func index(of entry: Entry) -> UInt32 {
        if let known = indexOfEntry[entry] { return known }
        let index = UInt32(entries.count)
        entries.append(entry)
        indexOfEntry[entry] = index
        return index
    }

    /// Without entries when no row has a value.
    func column<Result: Hashable & Sendable>(_ transform: (Entry) -> Result) -> DictionaryColumn<Result> {
        guard entries != [standard], !entries.isEmpty else { return DictionaryColumn() }
        let entries = entries.map(transform)
        return entries.count == 1
            ? DictionaryColumn(entries: entries) : DictionaryColumn(entries: entries, indexes: indexes)
    }
}
