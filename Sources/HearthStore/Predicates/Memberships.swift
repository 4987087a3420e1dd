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
    var correlated: [Int64: MemberSet]?
    /// The last commit that changed a correlation.
    private let lastCorrelationChange: UInt64
    private let associationChange: UInt64

    init(in snapshot: Snapshot) {
        lastCorrelationChange = Memberships.lastCorrelationChange(in: snapshot)
        associationChange = snapshot.associationChange
    }

    /// Whether a snapshot has the same members, as far as the directory tells.
    func hold(in snapshot: Snapshot, _ reader: SegmentReader) -> Bool {
        guard correlations.isEmpty && correlated == nil || correlationsHold(in: snapshot) else { return false }
        if workouts.isEmpty || associationChange == snapshot.associationChange { return true }
        let associations = associations(in: snapshot, reader)
        return workouts.allSatisfy { $1.blocks == associations[$0, default: []].map(\.id) }
    }

    func correlationsHold(in snapshot: Snapshot) -> Bool {
        lastCorrelationChange == Memberships.lastCorrelationChange(in: snapshot)
    }

    private static func lastCorrelationChange(in snapshot: Snapshot) -> UInt64 {
        correlationTypes.map(snapshot.lastChange).max() ?? 0
    }

    private static let correlationTypes = ObjectType.all.filter { $0.kind == .correlation }

    /// The associations of the workouts in a snapshot, all found in one pass.
    func associations(in snapshot: Snapshot, _ reader: SegmentReader) -> [ObjectID: [Association]] {
        guard !workouts.isEmpty else { return [:] }
        reader.charge(snapshot.associations.count + workouts.count)
        let all = workouts.keys.reduce(into: [ObjectID]()) { $0.append($1) }.bounds
        var found: [ObjectID: [Association]] = [:]
        for chunk in snapshot.associations.chunks where chunk.summary.workouts.overlaps(all) {
            for association in chunk.elements where workouts[association.workout] != nil {
                found[association.workout, default: []].append(association)
            }
        }
        return found
    }

    /// The memory of the sets.
    var shared: [MemberSet] {
        workouts.values.map(\.samples) + Array(correlations.values) + Array((correlated ?? [:]).values)
    }
}
