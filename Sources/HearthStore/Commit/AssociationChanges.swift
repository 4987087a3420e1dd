internal import HearthModel

/// What becomes of associations when newer versions replace samples. Newer versions join the workouts of the samples
/// they replace; a newer workout takes over its predecessor's samples. Found step by step: a sample may be in many
/// workouts.
struct AssociationChanges {
    /// Associations of replaced workouts, and the workouts that get them.
    private(set) var moved: [(association: Association, workout: ObjectID)] = []
    /// What becomes a member of a workout.
    private(set) var added: [(workout: ObjectID, samples: [ObjectID])] = []
    /// The associations from which this follows.
    private(set) var associations: [Association] = []

    private let replacements: [(old: ObjectID, successor: ObjectID)]
    private var chains: Replacements
    /// The workouts that get associations of replaced ones.
    private var workouts: [Int64: ObjectID] = [:]
    /// Associations that may name one of the replaced samples, and are still to be read.
    private var candidates: ArraySlice<Association> = []
    /// For each workout the replacements of its samples.
    private var found: [ObjectID: Set<Int>] = [:]

    /// The work of reading an association in addition to its samples, in rows that are read.
    private static let workOfAssociation = 64

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
                associations.append(association)
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
            reader.charge(AssociationChanges.workOfAssociation + association.summary.count)
            let members = try reader.members(of: association).filter(chains.replaces)
            guard !members.isEmpty else { continue }
            associations.append(association)
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

/// Blocks that name samples which become members of workouts.
struct AssociationBlocks: Sendable {
    private struct Part {
        let workout: ObjectID
        let members: [ObjectID]
        let block: [UInt8]
        let checksum: UInt64
    }

    private var parts: [Part] = []
    /// Of the members, with the positions of their parts from 1 on.
    private var keys = FingerprintRuns()

    init() {}

    init(_ added: [(workout: ObjectID, samples: [ObjectID])], _ options: StoreOptions, _ coder: MetadataCoder) {
        for (workout, samples) in added {
            for start in stride(from: 0, to: samples.count, by: options.segmentSamples) {
                let part = samples[start..<min(start + options.segmentSamples, samples.count)]
                append(Array(part), of: workout, coder)
            }
        }
    }

    /// Makes a block of samples that become members of a workout.
    mutating func append(_ members: [ObjectID], of workout: ObjectID, _ coder: MetadataCoder) {
        let block = SegmentEncoder.encode(members, coder)
        parts.append(Part(workout: workout, members: members, block: block, checksum: Checksum.of(block)))
        let number = UInt64(parts.count)
        keys.add(members.map { ($0.fingerprint, number) })
    }

    func add(to working: inout WorkingState) {
        let before = working.nextBlock - 1
        var added: [(association: Association, block: [UInt8])] = []
        for part in parts {
            let summary = AssociationSummary(
                id: working.takeBlock(),
                workout: part.workout,
                count: part.members.count,
                blockChecksum: part.checksum
            )
            working.reader.unwritten.associations[summary.id] = part.members
            added.append((Association(summary, working.retirement), part.block))
        }
        working.add(added)
        working.snapshot.associatedSamples.add(keys, after: UInt64(before))
    }
}
