internal import Foundation
internal import HearthModel

/// Samples that become columns together.
struct SampleGroup {
    /// The properties that samples share which become columns together.
    struct ColumnKey: Hashable {
        let type: ObjectType
        /// The unit of quantities; nil for other samples.
        let unit: Unit?
        /// Whether each sample represents several quantities.
        let isCondensed: Bool

        init(of sample: HKSample) {
            let quantitySample = sample as? HKQuantitySample
            type = sample.type
            unit = quantitySample?.unit
            isCondensed = quantitySample?.condensed != nil
        }
    }

    private let key: ColumnKey
    private let purpose: SampleEncoder.Purpose
    private var ids: [ObjectID] = []
    private var starts: [Timestamp] = []
    /// Empty while every sample ends when it starts.
    private var ends: [Timestamp] = []
    private var provenance = RepeatingColumn<Provenance>()
    /// Objects from the same batch share their origin.
    private var latestOrigin: ObjectOrigin?
    private var metadata = RepeatingColumn<Metadata>()
    /// The values of quantities.
    private var values: [Double] = []
    /// The samples themselves, for kinds that are more than a value.
    private var samples: [HKSample] = []
    /// For each of `samples`, the index of the object that it belongs to.
    private var objects: [Int] = []

    /// Reserves room for a number of samples, because growing columns are copied into new memory again and again.
    init(_ key: ColumnKey, _ purpose: SampleEncoder.Purpose, capacity: Int = 0) {
        self.key = key
        self.purpose = purpose
        ids.reserveCapacity(capacity)
        starts.reserveCapacity(capacity)
        if key.unit != nil {
            values.reserveCapacity(capacity)
        }
    }

    /// Whether the sample belongs to this group.
    func takes(_ sample: HKSample) -> Bool {
        guard sample.type == key.type else { return false }
        guard let unit = key.unit else { return true }
        guard let quantity = sample as? HKQuantitySample else { return false }
        return quantity.unit == unit && (quantity.condensed != nil) == key.isCondensed
    }

    /// Adds a sample. It reads all its properties at once, because many samples are scattered in memory.
    mutating func append(_ sample: HKSample, at object: Int) throws(HearthError) {
        ids.append(sample.id)
        try appendTimes(of: sample, at: object)
        try appendOrigin(of: sample, at: object)
        metadata.append(sample.attached)
        if key.unit != nil, let sample = sample as? HKQuantitySample {
            guard sample.value.isFinite else {
                throw HearthError(
                    .valueOutOfRange,
                    "The number is not finite.",
                    field: "\(SampleGroup.field(ofObject: object)).quantity"
                )
            }
            values.append(sample.value)
        }
        if key.unit == nil || key.isCondensed {
            samples.append(sample)
            objects.append(object)
        }
    }

    func columns() throws(HearthError) -> SampleColumns {
        SampleColumns(
            type: key.type,
            ids: ids,
            starts: starts,
            ends: ends,
            provenance: provenance.finished(without: Provenance()),
            metadata: metadata.finished(without: .none),
            payload: try payload()
        )
    }

    /// The payload of the samples, by the kind of their type.
    private func payload() throws(HearthError) -> SampleColumns.Payload {
        switch key.type.kind {
        case .quantity: .quantity(quantities())
        case .category: .category(CategoryColumns(values: of(HKCategorySample.self).map { Int64($0.value) }))
        case .correlation: .correlation(try correlations())
        case .workout: .workout(try workouts())
        case .workoutRoute where purpose == .archiving: .route(RouteColumns(counts: counts()))
        case .heartbeatSeries where purpose == .archiving: .heartbeat(HeartbeatColumns(counts: counts()))
        case .workoutRoute, .heartbeatSeries:
            throw HearthError(
                .invalidArgument,
                "A series is saved by its builder, which has its contents.",
                field: field(of: 0)
            )
        case .document, .scoredAssessment, .audiogram, .electrocardiogram, .prescription, .stateOfMind, .medication,
            .clinical:
            .record(try records())
        case .characteristic, .activitySummary:
            throw HearthError(.unknownType, "The store holds no samples of \(key.type).", field: field(of: 0))
        }
    }

    private func of<Sample: HKSample>(_ kind: Sample.Type) -> [Sample] {
        samples.map { sample in
            guard let sample = sample as? Sample else {
                fatalError("a sample of \(key.type) is not a \(kind)")
            }
            return sample
        }
    }

    /// The field that an error about one of `samples` names.
    private func field(of row: Int) -> String { SampleGroup.field(ofObject: objects[row]) }

    private static func field(ofObject object: Int) -> String { "objects[\(object)]" }
}

// MARK: - Common properties

extension SampleGroup {
    private mutating func appendTimes(of sample: HKSample, at object: Int) throws(HearthError) {
        let start = try SampleGroup.time(sample.startDate, "start", of: object)
        let isMoment = sample.endDate == sample.startDate
        if !isMoment, ends.isEmpty {
            ends = starts
        }
        if !isMoment || !ends.isEmpty {
            ends.append(isMoment ? start : try SampleGroup.time(sample.endDate, "end", of: object))
        }
        starts.append(start)
    }

    private static func time(_ date: Date, _ name: String, of object: Int) throws(HearthError) -> Timestamp {
        guard let time = Timestamp(date), time.isValid else {
            throw HearthError(
                .valueOutOfRange,
                "The time is outside 1900-01-01 to 2150-01-01.",
                field: "\(SampleGroup.field(ofObject: object)).\(name)"
            )
        }
        return time
    }

    /// Adds the origin. A save needs only the device: the server knows the rest.
    private mutating func appendOrigin(of sample: HKSample, at object: Int) throws(HearthError) {
        let origin = sample.origin
        if origin === latestOrigin {
            provenance.repeatLatest()
            return
        }
        latestOrigin = origin
        if let refusal = origin.unstorable?.refusal {
            throw refusal.within(SampleGroup.field(ofObject: object))
        }
        provenance.append(purpose == .saving ? Provenance(device: origin.device?.device) : Provenance(origin))
    }
}

// MARK: - Payloads

extension SampleGroup {
    private func quantities() -> QuantityColumns {
        let unit = key.unit == key.type.storageUnit ? nil : key.unit
        guard key.isCondensed else {
            return QuantityColumns(values: values, unit: unit)
        }
        let condensed = of(HKQuantitySample.self).compactMap(\.condensed)
        return QuantityColumns(
            values: values,
            unit: unit,
            counts: condensed.map(\.count),
            minimums: condensed.map(\.minimum),
            maximums: condensed.map(\.maximum),
            mostRecents: condensed.map(\.mostRecent),
            mostRecentStarts: condensed.map(\.mostRecentStart),
            mostRecentEnds: condensed.map(\.mostRecentEnd)
        )
    }

    /// How many locations or heartbeats each series has in the store.
    private func counts() -> [Int64] {
        of(HKSeriesSample.self).map { Int64($0.count) }
    }

    private func records() throws(HearthError) -> RecordColumns {
        let samples = samples.compactMap { $0 as? any RecordSample }
        guard samples.count == self.samples.count else {
            fatalError("a sample of \(key.type) is not a record")
        }
        var columns = RecordColumns(records: samples.map(\.record))
        guard let series = RecordSchema.of(key.type)?.series else { return columns }
        // Samples from the store leave voltages there, and documents too unless the query asked for them.
        if let row = samples.firstIndex(where: { !$0.series.isComplete }) {
            guard purpose == .archiving else {
                throw HearthError(
                    .invalidArgument,
                    "The voltages or the contents of the sample are in the store only.",
                    field: field(of: row)
                )
            }
            columns.counts = samples.map(\.series.count)
            return columns
        }
        if purpose == .archiving, case .voltages = series {
            columns.counts = samples.map(\.series.count)
            return columns
        }
        columns.lengths = samples.map { UInt32(clamping: $0.series.count) }
        columns.voltages = samples.flatMap(\.series.voltages)
        columns.contents = samples.flatMap(\.series.contents)
        return columns
    }

    private func workouts() throws(HearthError) -> WorkoutColumns {
        do throws(HearthError) {
            return try WorkoutColumns(of(HKWorkout.self))
        } catch {
            throw error.within("workouts")
        }
    }

    private func correlations() throws(HearthError) -> CorrelationColumns {
        var columns = CorrelationColumns(lengths: [], members: [])
        for (row, correlation) in of(HKCorrelation.self).enumerated() {
            guard !correlation.objects.isEmpty else {
                throw HearthError(.invalidArgument, "The correlation has no members.", field: field(of: row))
            }
            columns.lengths.append(UInt32(clamping: correlation.objects.count))
            columns.members += correlation.orderedObjects.map(\.id)
        }
        return columns
    }
}
