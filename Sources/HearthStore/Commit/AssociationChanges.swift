internal import HearthModel

/// What becomes of associations when newer versions replace samples. Newer versions join the workouts of the samples
/// they replace; a newer workout takes over its predecessor's samples. Found step by step: a sample may be in many
/// workouts.
struct AssociationChanges {
    /// Associations of replaced workouts, and the workouts that get them.
    private(set) var moved: [(association: Association, workout: ObjectID)] = []
    /// What becomes a member of a workout.
    private(set) var added: [(workout: ObjectID, samples: [ObjectID])] = []

    private let replacements: [(old: ObjectID, successor: ObjectID)]
    private var chains: Replacements
    /// The workouts that get associations of replaced ones.
    private var workouts: [Int64: ObjectID] = [:]
    /// Associations that may name one of the replaced samples, and are still to be read.
    private var candidates: ArraySlice<Association> = []
    /// For each workout the replacements of its samples.
    private var found: [ObjectID: Set<Int>] = [:]

    /// `replacesWorkouts`: whether some of the samples are workouts.
    init(_ replacements: [(old: ObjectID, successor: ObjectID)], replacesWorkouts: Bool, in snapshot: Snapshot) {
        self.replacements = replacements
        guard !replacements.isEmpty, !snapshot.associations.isEmpty else {
            chains = Replacements([])
            return
        }
        chains = Replacements(replacements)
        if replacesWorkouts {
            for association in snapshot.associations.elements {
                guard let workout = chains.last(from: association.workout) else { continue }
                moved.append((association, workout))
            }
        }
        workouts = Dictionary(uniqueKeysWithValues: moved.map { ($0.association.id, $0.workout) })
        candidates = AssociationChanges.candidates(in: snapshot, for: replacements.map(\.old))[...]
    }

    /// Returns whether all are found. If not, the step has done its work, and there is more.
    mutating func proceed(_ reader: SegmentReader) throws(HearthError) -> Bool {
        while let association = candidates.first {
            guard !reader.isExhausted else { return false }
            candidates.removeFirst()
            reader.charge(FollowedMemberships.workOfAssociation + association.summary.count)
            let members = try reader.members(of: association).filter(chains.replaces)
            guard !members.isEmpty else { continue }
            let workout = workouts[association.id] ?? association.workout
            let before = chains.steps
            for member in members {
                chains.insert(from: member, into: &found[workout, default: []])
            }
            reader.charge(chains.steps - before)
        }
        // In order: of a chain each takes the place of the one before.
        added = found.sorted { $0.key < $1.key }.map { workout, indexes in
            (workout, indexes.sorted().map { replacements[$0].successor })
        }
        return true
    }

    /// The associations that may name one of the samples.
    private static func candidates(in snapshot: Snapshot, for samples: [ObjectID]) -> [Association] {
        let associations = snapshot.associations
        var candidates: [Int64: Association] = [:]
        for association in snapshot.associatedSamples.unindexed {
            candidates[association.id] = associations.current(association)
        }
        snapshot.associatedSamples.forEachRange(of: samples.map(\.fingerprint)) { _, ids in
            var position = associations.partition { UInt64($0.id) < ids.lowerBound }
            while position < associations.end, UInt64(associations[position].id) <= ids.upperBound {
                candidates[associations[position].id] = associations[position]
                position = associations.after(position)
            }
        }
        return candidates.values.sorted { $0.id < $1.id }
    }
}
