internal import HearthModel

/// What a field of samples is, for comparisons and for orders.
enum FieldColumn {
    case integers([Int64])
    case numbers([Double])
    /// Not all samples have it.
    case optionalNumbers([Double?])
}

extension SampleColumns {
    /// The values of a field that is one of the samples themselves; nil when samples of the type have none.
    func column(of field: Field) -> FieldColumn? {
        switch field {
        case .startDate: return .integers(starts.map(\.nanoseconds))
        case .endDate: return .integers(filledEnds.map(\.nanoseconds))
        default: break
        }
        switch payload {
        case .quantity(let columns): return quantityColumn(of: field, columns)
        case .category(let columns): return field == .categoryValue ? .integers(columns.values) : nil
        case .workout(let columns): return workoutColumn(of: field, columns)
        case .route(let columns): return field == .count ? .integers(ids.indices.map { columns.count($0) }) : nil
        case .heartbeat(let columns): return field == .count ? .integers(ids.indices.map { columns.count($0) }) : nil
        case .correlation, .record: return nil
        }
    }

    private func quantityColumn(of field: Field, _ columns: QuantityColumns) -> FieldColumn? {
        guard field.applies(to: type) else { return nil }
        switch field {
        case .quantity, .quantitySum, .quantityAverage: return .numbers(columns.values)
        case .quantityMinimum: return .numbers(columns.minimums.isEmpty ? columns.values : columns.minimums)
        case .quantityMaximum: return .numbers(columns.maximums.isEmpty ? columns.values : columns.maximums)
        case .quantityMostRecent: return .numbers(columns.mostRecents.isEmpty ? columns.values : columns.mostRecents)
        case .count: return .integers(ids.indices.map { columns.count($0) })
        case .mostRecentStart: return .integers(ids.indices.map { columns.mostRecentStart($0, in: self).nanoseconds })
        case .mostRecentEnd: return .integers(ids.indices.map { columns.mostRecentEnd($0, in: self).nanoseconds })
        case .mostRecentDuration:
            return .numbers(
                ids.indices.map {
                    seconds(from: columns.mostRecentStart($0, in: self), to: columns.mostRecentEnd($0, in: self))
                }
            )
        default: return nil
        }
    }

    private func workoutColumn(of field: Field, _ columns: WorkoutColumns) -> FieldColumn? {
        let total: (WorkoutDetail) -> Double?
        switch field {
        case .workoutActivityType: return .integers(columns.activityTypes.map { Int64($0.rawValue) })
        case .workoutDuration: return .numbers(ids.indices.map { columns.duration($0, in: self) })
        case .workoutTotalEnergyBurned: total = { $0.totalEnergyBurned }
        case .workoutTotalDistance: total = { $0.totalDistance }
        case .workoutTotalSwimmingStrokeCount: total = { $0.totalSwimmingStrokeCount }
        case .workoutTotalFlightsClimbed: total = { $0.totalFlightsClimbed }
        default: return nil
        }
        return .optionalNumbers(ids.indices.map { total(columns.detail($0)) })
    }
}
