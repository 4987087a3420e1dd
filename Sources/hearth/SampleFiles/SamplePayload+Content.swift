import HearthModel

extension SamplePayload {
    /// What identifies the contents of a sample, as columns of one row. A quantity or a category that is only a value
    /// has the bits of its `SampleValue`.
    var contentBits: [UInt64] {
        switch self {
        case .quantity(let quantities):
            var bits = quantities.values.flatMap { SampleValue.quantity($0).bits }
            bits += quantities.counts.map { UInt64(bitPattern: $0) }
            guard let points = quantities.points else { return bits }
            return bits + points.starts.bits + points.ends.bits + points.values.bits
        case .category(let categories): return categories.values.map { UInt64(bitPattern: $0) }
        case .correlation(let correlations): return correlations.members.flatMap { [$0.high, $0.low] }
        case .workout(let workouts):
            let totals = workouts.details.flatMap { [$0.totalEnergyBurned, $0.totalDistance].compactMap(\.self) }
            return workouts.activityTypes.map { UInt64($0.rawValue) } + (workouts.durations + totals).bits
        case .route(let routes): return routes.timestamps.bits + routes.latitudes.bits + routes.longitudes.bits
        case .heartbeat(let series): return series.offsets.bits
        case .record(let records):
            return records.records.flatMap(\.contentBits) + records.voltages.bits
                + records.contents.map { UInt64($0) }
        }
    }

    /// The unit of quantities.
    var unit: Unit? {
        guard case .quantity(let quantities) = self else { return nil }
        return quantities.unit
    }
}

extension Record {
    fileprivate var contentBits: [UInt64] {
        attributes.flatMap { attribute in
            let bits: [UInt64] =
                switch attribute.value {
                case .integers(let values): values.map { UInt64(bitPattern: $0) }
                case .numbers(let values): values.bits
                case .texts(let values): values.flatMap { $0.utf8.map { UInt64($0) } + [UInt64.max] }
                case .ids(let values): values.flatMap { [$0.high, $0.low] }
                }
            return [UInt64(attribute.name.rawValue)] + bits
        }
    }
}

extension [Double] {
    /// The zeros are equal.
    fileprivate var bits: [UInt64] { map { ($0 == 0 ? 0 : $0).bitPattern } }
}

extension [Timestamp] {
    fileprivate var bits: [UInt64] { map { UInt64(bitPattern: $0.nanoseconds) } }
}
