import HearthModel

/// What queries have to answer at a moment.
extension History {
    /// The samples in the order of a query: what its keys leave open, the order in which they were stored decides.
    func answer(_ selections: [Selection], _ order: [SortKey], at moment: Moment) -> [SimulatedSample] {
        let keys = order.isEmpty ? [SortKey(field: .startDate)] : order
        let found = matching(selections, at: moment)
        return found.sorted { left, right in
            for key in keys {
                switch (key.field.value(of: left.sample), key.field.value(of: right.sample)) {
                case (let one?, let other?) where one != other: return (one < other) != key.descending
                // What has no value comes last in both directions.
                case (_?, nil): return true
                case (nil, _?): return false
                default: continue
                }
            }
            return (left.added, left.rank) < (right.added, right.rank)
        }
        .map(\.sample)
    }

    /// The apps of the samples.
    func apps(_ selections: [Selection], at moment: Moment) -> Set<String> {
        Set(matching(selections, at: moment).map(\.app))
    }

    private func matching(_ selections: [Selection], at moment: Moment) -> [Version] {
        versions.values.compactMap { lives in
            lives.last { $0.isAlive(at: moment.commit) }
        }
        .filter { selections.matches($0.sample, moment.associations) }
    }
}

extension Field {
    /// Of the fields by which the simulation sorts; nil: the sample has no such.
    fileprivate func value(of sample: SimulatedSample) -> Double? {
        switch self {
        case .startDate: Double(sample.start)
        case .quantity: sample.type.kind == .quantity ? sample.value : nil
        default: preconditionFailure("no simulated app sorts by \(self)")
        }
    }
}
