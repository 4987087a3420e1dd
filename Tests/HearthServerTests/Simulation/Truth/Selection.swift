import HearthModel

/// A clause that a model can evaluate: a type, a least value, a workout to which samples belong, and when they begin.
struct Selection: Hashable {
    let type: ObjectType
    let least: Double?
    var workout: ObjectID?
    var starts: Range<Int64>?

    var clause: Clause {
        var terms: [Predicate.Term] = []
        if let least {
            terms.append(
                .comparison(Comparison(field: .quantity, relation: .greaterOrEqual, operand: .number(least, nil)))
            )
        }
        if let workout {
            terms.append(.inWorkout(workout))
        }
        if let starts {
            let (start, end) = (Timestamp(nanoseconds: starts.lowerBound), Timestamp(nanoseconds: starts.upperBound))
            terms.append(.interval(Interval(start: start, end: end, strictStart: true)))
        }
        return Clause(type: type, predicate: terms.isEmpty ? nil : Predicate(terms: terms))
    }

    func matches(_ sample: SimulatedSample, _ associations: Associations) -> Bool {
        sample.type == type && (least.map { sample.value >= $0 } ?? true)
            && (workout.map { associations[$0]?.contains(sample.id) ?? false } ?? true)
            && (starts.map { $0.contains(sample.start) } ?? true)
    }
}

/// Which samples belong to which workouts.
typealias Associations = [ObjectID: Set<ObjectID>]

extension [Selection] {
    /// None: everything.
    func matches(_ sample: SimulatedSample, _ associations: Associations = [:]) -> Bool {
        isEmpty || contains { $0.matches(sample, associations) }
    }
}

extension Selection {
    init?(_ clause: Clause) {
        var least: Double?
        var workout: ObjectID?
        var starts: Range<Int64>?
        for term in clause.predicate?.terms ?? [] {
            switch term {
            case .comparison(let comparison):
                guard case .number(let number, nil) = comparison.operand else { return nil }
                least = number
            case .inWorkout(let id): workout = id
            case .interval(let interval):
                guard let start = interval.start, let end = interval.end else { return nil }
                starts = start.nanoseconds..<end.nanoseconds
            default: return nil
            }
        }
        self.init(type: clause.type, least: least, workout: workout, starts: starts)
    }
}
