internal import Foundation
internal import HearthModel

/// The objects of columns from the store.
struct SampleRows {
    private let columns: SampleColumns
    /// The samples that correlations in the columns may contain.
    private let members: [ObjectID: HKSample]
    private let heads: RowHeads

    init(_ columns: SampleColumns, members: [ObjectID: HKSample] = [:]) {
        self.columns = columns
        self.members = members
        heads = RowHeads(columns)
    }

    var samples: [HKSample] {
        var samples: [HKSample] = []
        samples.reserveCapacity(columns.count)
        append(to: &samples)
        return samples
    }

    /// Appends the samples, as objects of the class for their type.
    func append(to samples: inout [HKSample]) {
        switch columns.payload {
        case .quantity(let quantities):
            append(quantities, to: &samples)
        case .category(let categories):
            for row in 0..<columns.count {
                samples.append(HKCategorySample(heads[row], value: Int(categories.values[row])))
            }
        case .correlation(let correlations):
            for (row, identifiers) in correlations.memberships.enumerated() {
                let objects = Set(identifiers.compactMap { members[$0] })
                samples.append(HKCorrelation(heads[row], objects: objects))
            }
        case .workout(let workouts):
            for row in 0..<columns.count {
                samples.append(HKWorkout(heads[row], columns: workouts, row: row))
            }
        case .route(let routes):
            for row in 0..<columns.count {
                samples.append(HKWorkoutRoute(heads[row], columns: routes, row: row))
            }
        case .heartbeat(let series):
            for row in 0..<columns.count {
                samples.append(HKHeartbeatSeriesSample(heads[row], columns: series, row: row))
            }
        case .record(let records):
            samples += records.samples { heads[$0] }
        }
    }
}

// MARK: - Quantities

extension SampleRows {
    private func append(_ quantities: QuantityColumns, to samples: inout [HKSample]) {
        let unit = quantities.unit(of: columns.type)
        let isCumulative = columns.type.aggregation == .cumulative
        let isCondensed = !quantities.counts.isEmpty
        for (row, value) in quantities.values.enumerated() {
            let sample = HKQuantitySample.stored(
                heads[row],
                value: value,
                unit: unit,
                condensed: isCondensed
                    ? quantities.condensed(row, from: columns.starts[row], to: columns.end(row)) : nil,
                isCumulative: isCumulative
            )
            samples.append(sample)
        }
    }
}

extension QuantityColumns {
    /// The unit of the values of a type.
    func unit(of type: ObjectType) -> Unit {
        guard let unit = unit ?? type.storageUnit else {
            fatalError("\(type) has no unit")
        }
        return unit
    }

    /// The summary of a sample that stands for several quantities; nil for a single quantity.
    func condensed(_ row: Int, from start: Timestamp, to end: Timestamp) -> CondensedQuantities? {
        guard !counts.isEmpty, counts[row] > 1 else { return nil }
        return CondensedQuantities(
            count: counts[row],
            minimum: minimum(row),
            maximum: maximum(row),
            mostRecent: mostRecent(row),
            mostRecentStart: mostRecentStarts.isEmpty ? start : mostRecentStarts[row],
            mostRecentEnd: mostRecentEnds.isEmpty ? end : mostRecentEnds[row]
        )
    }
}
