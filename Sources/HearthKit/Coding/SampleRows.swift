internal import Foundation
internal import HearthModel

/// Columns that come from the store, as objects.
struct SampleRows {
    private let columns: SampleColumns
    /// The samples that correlations in the columns may contain.
    private let members: [ObjectID: HKSample]
    /// One for each entry of the dictionary, so that the objects share it.
    private let origins: [ObjectOrigin]

    init(_ columns: SampleColumns, members: [ObjectID: HKSample] = [:]) {
        self.columns = columns
        self.members = members
        let entries = columns.provenance.entries
        origins = entries.isEmpty ? [ObjectOrigin(Provenance())] : entries.map { ObjectOrigin($0) }
    }

    var samples: [HKSample] {
        var samples: [HKSample] = []
        samples.reserveCapacity(columns.count)
        append(to: &samples)
        return samples
    }

    /// What the samples are, by the kind of the type.
    func append(to samples: inout [HKSample]) {
        switch columns.payload {
        case .quantity(let quantities):
            append(quantities, to: &samples)
        case .category(let categories):
            for row in 0..<columns.count {
                samples.append(HKCategorySample(head(row), value: Int(categories.values[row])))
            }
        case .correlation(let correlations):
            for (row, identifiers) in correlations.memberships.enumerated() {
                let objects = Set(identifiers.compactMap { members[$0] })
                samples.append(HKCorrelation(head(row), objects: objects))
            }
        case .workout, .route, .heartbeat:
            preconditionFailure("there are no objects for \(columns.type)")
        }
    }

    /// What all samples have.
    func head(_ row: Int) -> SampleHead {
        let start = columns.starts[row].date
        let isMoment = columns.ends.isEmpty || columns.ends[row] == columns.starts[row]
        let origins = columns.provenance.indexes
        let attached = columns.metadata.indexes
        return SampleHead(
            type: columns.type,
            id: columns.ids[row],
            start: start,
            end: isMoment ? start : columns.ends[row].date,
            origin: self.origins[origins.isEmpty ? 0 : Int(origins[row])],
            attached: attached.isEmpty
                ? columns.metadata.entries.first ?? .none : columns.metadata.entries[Int(attached[row])]
        )
    }
}

// MARK: - Quantities

extension SampleRows {
    private func append(_ quantities: QuantityColumns, to samples: inout [HKSample]) {
        let unit = quantities.unit(of: columns.type)
        let isCumulative = columns.type.aggregation == .cumulative
        for row in 0..<columns.count {
            let value = quantities.values[row]
            let condensed = quantities.condensed(row, in: columns)
            let sample =
                isCumulative
                ? HKCumulativeQuantitySample(head(row), value: value, unit: unit, condensed: condensed)
                : HKDiscreteQuantitySample(head(row), value: value, unit: unit, condensed: condensed)
            samples.append(sample)
        }
    }
}

extension QuantityColumns {
    /// The unit of the values, which are those of a type.
    func unit(of type: ObjectType) -> Unit {
        guard let unit = unit ?? type.storageUnit else {
            preconditionFailure("\(type) has no unit")
        }
        return unit
    }

    /// Nil for a sample that stands for the one quantity that it says.
    func condensed(_ row: Int, in samples: SampleColumns) -> CondensedQuantities? {
        guard !counts.isEmpty, counts[row] > 1 else { return nil }
        return CondensedQuantities(
            count: count(row),
            minimum: minimum(row),
            maximum: maximum(row),
            mostRecent: mostRecent(row),
            mostRecentStart: mostRecentStart(row, in: samples),
            mostRecentEnd: mostRecentEnd(row, in: samples)
        )
    }
}
