internal import Foundation
internal import HearthModel

/// Samples that become columns together.
struct SampleGroup {
    /// What samples have in common that become columns together.
    struct Likeness: Hashable {
        let type: ObjectType
        /// Nil unless the samples are quantities.
        let unit: Unit?
        /// Whether the samples stand for several quantities each.
        let isCondensed: Bool

        init(of sample: HKSample) {
            let quantitySample = sample as? HKQuantitySample
            type = sample.type
            unit = quantitySample?.unit
            isCondensed = quantitySample?.condensed != nil
        }
    }

    private let likeness: Likeness
    private let purpose: SampleEncoder.Purpose
    private var samples: [HKSample] = []
    /// For each sample the index of the object that it belongs to.
    private var objects: [Int] = []

    init(_ likeness: Likeness, _ purpose: SampleEncoder.Purpose) {
        self.likeness = likeness
        self.purpose = purpose
    }

    /// Whether the sample is like the others here.
    func takes(_ sample: HKSample) -> Bool {
        guard sample.type == likeness.type else { return false }
        guard let unit = likeness.unit else { return true }
        guard let quantity = sample as? HKQuantitySample else { return false }
        return quantity.unit == unit && (quantity.condensed != nil) == likeness.isCondensed
    }

    mutating func append(_ sample: HKSample, at object: Int) {
        samples.append(sample)
        objects.append(object)
    }

    func columns() throws(HearthError) -> SampleColumns {
        let (starts, ends) = try times()
        return SampleColumns(
            type: likeness.type,
            ids: samples.map(\.id),
            starts: starts,
            ends: ends,
            provenance: try provenance(),
            metadata: metadata(),
            payload: try payload()
        )
    }

    /// What the samples hold, by the kind of their type.
    private func payload() throws(HearthError) -> SampleColumns.Payload {
        switch likeness.type.kind {
        case .quantity: .quantity(try quantities())
        case .category: .category(CategoryColumns(values: of(HKCategorySample.self).map { Int64($0.value) }))
        case .correlation: .correlation(try correlations())
        case .workout: .workout(try workouts())
        case .workoutRoute where purpose == .archiving: .route(RouteColumns(counts: counts()))
        case .heartbeatSeries where purpose == .archiving: .heartbeat(HeartbeatColumns(counts: counts()))
        case .workoutRoute, .heartbeatSeries:
            throw HearthError(
                .invalidArgument,
                "a series is saved by its builder, which has what is in it",
                field: place(of: 0)
            )
        default: throw HearthError(.unknownType, "the store holds no samples of \(likeness.type)", field: place(of: 0))
        }
    }

    private func of<Sample: HKSample>(_ kind: Sample.Type) -> [Sample] {
        samples.map { sample in
            guard let sample = sample as? Sample else {
                preconditionFailure("a sample of \(likeness.type) is not a \(kind)")
            }
            return sample
        }
    }

    private func place(of row: Int) -> String { "objects[\(objects[row])]" }
}

// MARK: - Times

extension SampleGroup {
    /// The ends are left out when each is the start.
    private func times() throws(HearthError) -> (starts: [Timestamp], ends: [Timestamp]) {
        var starts: [Timestamp] = []
        var ends: [Timestamp] = []
        starts.reserveCapacity(samples.count)
        ends.reserveCapacity(samples.count)
        var last = false
        for (row, sample) in samples.enumerated() {
            let start = try time(sample.startDate, row, "start")
            let isMoment = sample.endDate == sample.startDate
            starts.append(start)
            ends.append(isMoment ? start : try time(sample.endDate, row, "end"))
            last = last || !isMoment
        }
        return (starts, last ? ends : [])
    }

    private func time(_ date: Date, _ row: Int, _ name: String) throws(HearthError) -> Timestamp {
        guard let time = Timestamp(date), time.isValid else {
            throw HearthError(
                .valueOutOfRange,
                "the time is outside 1900-01-01 to 2150-01-01",
                field: "\(place(of: row)).\(name)"
            )
        }
        return time
    }
}

// MARK: - Dictionaries

extension SampleGroup {
    /// For a save the devices, as the server knows the rest. Objects that came together share their origin.
    private func provenance() throws(HearthError) -> DictionaryColumn<Provenance> {
        var column = RepeatingColumn<Provenance>()
        var latest: ObjectOrigin?
        for (row, sample) in samples.enumerated() {
            let origin = sample.origin
            if origin === latest {
                column.repeatLatest()
                continue
            }
            latest = origin
            if let refusal = origin.unstorable?.refusal {
                throw refusal.within(place(of: row))
            }
            column.append(purpose == .saving ? Provenance(device: origin.device?.device) : Provenance(origin))
        }
        return column.finished(without: Provenance())
    }

    private func metadata() -> DictionaryColumn<Metadata> {
        var column = RepeatingColumn<Metadata>()
        for sample in samples {
            column.append(sample.attached)
        }
        return column.finished(without: .none)
    }
}

// MARK: - Payloads

extension SampleGroup {
    private func quantities() throws(HearthError) -> QuantityColumns {
        let samples = of(HKQuantitySample.self)
        let values = samples.map(\.value)
        if let row = values.firstIndex(where: { !$0.isFinite }) {
            throw HearthError(.valueOutOfRange, "the number is not finite", field: "\(place(of: row)).quantity")
        }
        let unit = likeness.unit == likeness.type.storageUnit ? nil : likeness.unit
        guard likeness.isCondensed else {
            return QuantityColumns(values: values, unit: unit)
        }
        let condensed = samples.compactMap(\.condensed)
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

    /// How many locations or heartbeats each series has, which are in the store.
    private func counts() -> [Int64] {
        of(HKSeriesSample.self).map { Int64($0.count) }
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
                throw HearthError(.invalidArgument, "the correlation has no members", field: place(of: row))
            }
            columns.lengths.append(UInt32(clamping: correlation.objects.count))
            columns.members += correlation.orderedObjects.map(\.id)
        }
        return columns
    }
}
