internal import HearthModel

/// The samples of the workouts and correlations that the terms of a predicate name, as one snapshot has them. Whether a
/// sample matches depends on nothing else but the sample itself.
struct Memberships: Sendable {
    /// The samples of a workout, and the blocks that name them.
    struct WorkoutSamples: Sendable {
        let blocks: [Int64]
        let samples: MemberSet
    }

    /// By the workout.
    var workouts: [ObjectID: WorkoutSamples] = [:]
    /// By the correlation.
    var correlations: [ObjectID: MemberSet] = [:]
    /// The members of all correlations, by the segment of the correlations; nil if no term asks for them.
    var correlated: [Int64: Set<ObjectID>]?
    /// The last commit that changed a correlation.
    private let lastCorrelationChange: UInt64

    init(in snapshot: Snapshot) {
        lastCorrelationChange = Memberships.lastCorrelationChange(in: snapshot)
    }

    /// Whether a snapshot has the same members, as far as the directory tells.
    func hold(in snapshot: Snapshot) -> Bool {
        workouts.allSatisfy { $1.blocks == snapshot.associations.associations(with: $0).map(\.id) }
            && (correlations.isEmpty && correlated == nil || correlationsHold(in: snapshot))
    }

    func correlationsHold(in snapshot: Snapshot) -> Bool {
        lastCorrelationChange == Memberships.lastCorrelationChange(in: snapshot)
    }

    private static func lastCorrelationChange(in snapshot: Snapshot) -> UInt64 {
        correlationTypes.map(snapshot.lastChange).max() ?? 0
    }

    private static let correlationTypes = ObjectType.all.filter { $0.kind == .correlation }

    /// The samples that are members now and were not before, or the other way round. Both were read for one predicate.
    func changes(since earlier: Memberships) -> Set<ObjectID> {
        var changed: Set<ObjectID> = []
        for (workout, old) in earlier.workouts {
            guard let new = workouts[workout], new.blocks != old.blocks else { continue }
            changed.formUnion(new.samples.ids.symmetricDifference(old.samples.ids))
        }
        guard lastCorrelationChange != earlier.lastCorrelationChange else { return changed }
        for (correlation, old) in earlier.correlations {
            guard let new = correlations[correlation] else { continue }
            changed.formUnion(new.ids.symmetricDifference(old.ids))
        }
        if let old = earlier.correlated, let new = correlated {
            // Segments do not change: a difference lies in those that only one of the two has.
            let removed = old.filter { new[$0.key] == nil }.values.reduce(into: Set()) { $0.formUnion($1) }
            let added = new.filter { old[$0.key] == nil }.values.reduce(into: Set()) { $0.formUnion($1) }
            changed.formUnion(added.symmetricDifference(removed))
        }
        return changed
    }
}

/// Identifiers of samples, and their range.
struct MemberSet: Sendable {
    let ids: Set<ObjectID>
    /// Nil if there are no identifiers.
    let bounds: ClosedRange<ObjectID>?

    init(_ ids: [ObjectID]) {
        self.ids = Set(ids)
        bounds = ids.isEmpty ? nil : ids.bounds
    }
}
