import HearthModel

/// A clause that a model can evaluate: a type, a least value, and a workout to which samples belong.
struct Selection: Hashable {
    let type: ObjectType
    let least: Double?
    var workout: ObjectID?

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
        return Clause(type: type, predicate: terms.isEmpty ? nil : Predicate(terms: terms))
    }

    func matches(_ sample: SimulatedSample, _ associations: Associations) -> Bool {
        sample.type == type && (least.map { sample.value >= $0 } ?? true)
            && (workout.map { associations[$0]?.contains(sample.id) ?? false } ?? true)
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
        for term in clause.predicate?.terms ?? [] {
            switch term {
            case .comparison(let comparison):
                guard case .number(let number, nil) = comparison.operand else { return nil }
                least = number
            case .inWorkout(let id): workout = id
            default: return nil
            }
        }
        self.init(type: clause.type, least: least, workout: workout)
    }
}
