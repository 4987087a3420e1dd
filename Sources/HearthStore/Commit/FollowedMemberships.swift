internal import HearthModel

/// What becomes of workouts when newer versions replace samples. Newer versions join the workouts of the samples they
/// replace; a newer workout takes over its predecessor's samples. Found step by step, as a sample may be in many workouts:
/// for a large save before its commit, and where others change workouts meanwhile, for what they have changed only.
///
///     associations -> those of a workout together -> blocks with newer versions
///
/// Blocks depend on the associations that they follow from, which others can move, merge and delete. The samples of one that
/// moves stay the same: another workout gets its blocks, and nothing is read again.
struct FollowedMemberships: Sendable {
    enum Step {
        /// What was found so far has to be staged before more is.
        case isFull
        case done
    }

    /// Associations of a workout, and the blocks that follow from them. Small ones are merged in time: they are apart.
    private struct Group {
        /// The workout that gets the blocks.
        var workout: ObjectID
        var sources: [Int64] = []
        var blocks: [Int] = []
    }

    private struct GroupKey: Hashable {
        let workout: ObjectID
        let isSmall: Bool
    }

    private let replacements: [(old: ObjectID, successor: ObjectID)]
    private var chains: Replacements
    private let replacesWorkouts: Bool
    private var groups: [Group] = []
    /// Associations of replaced workouts, and the workouts that get them.
    private var movedByID: [Int64: (association: Association, workout: ObjectID)] = [:]
    private let blocks: PreparedMembers
    /// Blocks that the commit itself makes. Nil for readers.
    private var late: AssociationBlocks?

    /// The last change of associations that was followed, and the one up to which they are followed now.
    private var followed: UInt64 = 0
    private var target: UInt64 = 0
    /// The replacements whose older versions are still sought among all associations.
    private var unsought: Range<Int>
    /// How many of them are sought in one piece.
    private var soughtAtOnce = 64
    /// The associations whose samples are not in the index.
    private var unindexed: Set<Int64> = []
    /// Associations that may name one of these.
    private var found: [Int64: Association] = [:]
    /// The same, in the order of their workouts. Nil while not all are found.
    private var candidates: ArraySlice<Association>?
    /// The group whose associations are being read, and the replacements of the samples that they name.
    private var reading: (key: GroupKey, group: Group, replaced: Set<Int>)?
    /// Members of the last group that are not in blocks yet.
    private var unencoded: (workout: ObjectID, members: ArraySlice<ObjectID>)?

    /// The work of reading an association in addition to its samples, in rows that are read.
    static let workOfAssociation = 64
    private static let workOfMember = 2
    private static let soughtAtMost = 8_192
    /// How many associations one piece of the search may find. A sample may be in all of them.
    private static let foundAtOnce = 16_384

    /// `replacesWorkouts`: whether some of the samples are workouts.
    init(_ replacements: [(old: ObjectID, successor: ObjectID)], replacesWorkouts: Bool) {
        self.replacements = replacements
        self.replacesWorkouts = replacesWorkouts
        chains = Replacements(replacements)
        unsought = replacements.indices
        blocks = PreparedMembers()
    }

    /// The same for a commit, which makes few blocks itself.
    var inCommit: FollowedMemberships {
        var copy = self
        copy.late = AssociationBlocks()
        return copy
    }

    /// What the save changes.
    var changes: (moved: [(association: Association, workout: ObjectID)], members: NewMembers) {
        (
            movedByID.sorted { $0.key < $1.key }.map(\.value),
            NewMembers(prepared: blocks, workouts: workouts, blocks: late ?? AssociationBlocks())
        )
    }

    /// The workouts that get the prepared blocks, by their numbers.
    private var workouts: [Int: ObjectID] {
        var workouts: [Int: ObjectID] = [:]
        for group in groups {
            for block in group.blocks {
                workouts[block] = group.workout
            }
        }
        return workouts
    }

    /// Stages the blocks that are made.
    func stage(in working: inout WorkingState) {
        blocks.stage(in: &working)
    }
}

// MARK: - Finding

extension FollowedMemberships {
    /// Begins to follow what has changed up to a snapshot.
    mutating func begin(in snapshot: Snapshot, _ reader: SegmentReader) {
        target = snapshot.associationChange
        guard !replacements.isEmpty, target != followed else {
            candidates = []
            return
        }
        candidates = nil
        found = [:]
        reader.charge(1 + groups.reduce(0) { $0 + $1.sources.count } / 8 + snapshot.associations.count / 64)
        if followed == 0 {
            unsought = snapshot.associations.isEmpty ? 0..<0 : replacements.indices
            for association in snapshot.associatedSamples.unindexed {
                unindexed.insert(association.id)
                found[association.id] = snapshot.associations.current(association)
            }
            if replacesWorkouts {
                reader.charge(snapshot.associations.count)
                snapshot.associations.elements.forEach { noteMove($0) }
            }
        } else {
            followMoves(in: snapshot.associations)
            followGroups(in: snapshot.associations)
        }
        // These are sorted next: by readers, if they are too many for a commit.
        reader.charge(found.count)
    }

    private mutating func noteMove(_ association: Association) {
        if replacesWorkouts, let workout = chains.last(from: association.workout) {
            movedByID[association.id] = (association, workout)
        }
    }

    /// Notes associations that came, went or moved. Only the samples of those that came are read.
    private mutating func followMoves(in associations: AssociationList) {
        let followed = followed
        movedByID = movedByID.filter { id, _ in
            associations.current(numbered: id).map { $0.change <= followed } ?? false
        }
        for association in associations.associations(after: followed) {
            noteMove(association)
            if association.added > followed {
                found[association.id] = association
            }
        }
    }

    /// Gives the blocks of a group to the workout to which all its associations have moved. Where one has gone, or they have
    /// moved to several workouts, the rest of them is read again.
    private mutating func followGroups(in associations: AssociationList) {
        var dropped: [Int] = []
        var kept: [Group] = []
        for var group in groups {
            let rest = group.sources.compactMap(associations.current(numbered:))
            let workouts = Set(rest.map(destination))
            if rest.count == group.sources.count, workouts.count == 1, let workout = workouts.first {
                group.workout = workout
                kept.append(group)
                continue
            }
            dropped += group.blocks
            for association in rest {
                found[association.id] = association
            }
        }
        groups = kept
        if late == nil {
            blocks.drop(dropped)
        }
    }

    /// The workout that has an association after the save.
    private func destination(of association: Association) -> ObjectID {
        movedByID[association.id]?.workout ?? association.workout
    }

    /// Does the next part; nil if the step has done its work before that.
    mutating func proceed(
        in snapshot: Snapshot,
        _ reader: SegmentReader,
        _ options: StoreOptions
    ) throws(HearthError) -> Step? {
        while true {
            if late == nil, blocks.isFull(options) { return .isFull }
            if unencoded == nil, reading == nil, candidates?.isEmpty == true {
                followed = target
                return .done
            }
            guard !reader.isExhausted else { return nil }
            if unencoded != nil {
                encode(reader, options)
            } else if candidates != nil {
                try readNext(reader, options)
            } else {
                seek(in: snapshot, reader, options)
            }
        }
    }

    /// Finds the associations that may name one of the next samples.
    private mutating func seek(in snapshot: Snapshot, _ reader: SegmentReader, _ options: StoreOptions) {
        guard !unsought.isEmpty else {
            reader.charge(found.count)
            let sorted = found.values.sorted { $0.id < $1.id }
            let groups = Dictionary(grouping: sorted) { key(of: $0, options) }
            candidates = groups.sorted { $0.key.workout < $1.key.workout }.flatMap(\.value)[...]
            found = [:]
            return
        }
        let next = unsought.prefix(soughtAtOnce)
        let most = next.count > 1 ? FollowedMemberships.foundAtOnce : .max
        var count = 0
        let associations = snapshot.associations
        snapshot.associatedSamples.forEachRange(of: next.map { replacements[$0].old.fingerprint }) { _, ids in
            guard count <= most else { return }
            var position = associations.partition { UInt64($0.id) < ids.lowerBound }
            while position < associations.end, UInt64(associations[position].id) <= ids.upperBound {
                found[associations[position].id] = associations[position]
                count += 1
                position = associations.after(position)
            }
        }
        reader.charge(next.count + count)
        guard count <= most else {
            // They are sought again, fewer at once.
            soughtAtOnce = next.count / 2
            return
        }
        unsought = next.upperBound..<unsought.upperBound
        if count < FollowedMemberships.foundAtOnce / 4 {
            soughtAtOnce = min(2 * soughtAtOnce, FollowedMemberships.soughtAtMost)
        }
    }

    private func key(of association: Association, _ options: StoreOptions) -> GroupKey {
        GroupKey(
            workout: destination(of: association),
            isSmall: association.summary.count <= options.segmentSamples / 2
        )
    }

    /// Reads the next association, or ends the group of those before it.
    private mutating func readNext(_ reader: SegmentReader, _ options: StoreOptions) throws(HearthError) {
        let next = candidates?.first.map { (association: $0, key: key(of: $0, options)) }
        if let (key, group, replaced) = reading, key != next?.key {
            // In order: of a chain each takes the place of the one before.
            let members = replaced.sorted().map { replacements[$0].successor }
            reader.charge(members.count)
            reading = nil
            groups.append(group)
            unencoded = (key.workout, members[...])
            return
        }
        guard let (association, key) = next else { return }
        candidates?.removeFirst()
        reader.charge(FollowedMemberships.workOfAssociation + association.summary.count)
        let members = try members(of: association, reader).filter(chains.replaces)
        guard !members.isEmpty else { return }
        var (group, replaced) = reading.take().map { ($0.group, $0.replaced) } ?? (Group(workout: key.workout), [])
        group.sources.append(association.id)
        let before = chains.steps
        for member in members {
            chains.insert(from: member, into: &replaced)
        }
        reader.charge(chains.steps - before)
        reading = (key, group, replaced)
    }

    /// The samples that an association names. A damaged one stops no save, unless it is known to name
    /// one of the replaced samples.
    private func members(of association: Association, _ reader: SegmentReader) throws(HearthError) -> [ObjectID] {
        do throws(HearthError) {
            return try reader.members(of: association)
        } catch {
            guard error.code == .storageCorrupt, unindexed.contains(association.id) else { throw error }
            return []
        }
    }

    /// Makes the next block.
    private mutating func encode(_ reader: SegmentReader, _ options: StoreOptions) {
        guard let (workout, members) = unencoded else { return }
        let part = Array(members.prefix(options.segmentSamples))
        reader.charge(FollowedMemberships.workOfMember * part.count)
        if late == nil {
            groups[groups.count - 1].blocks.append(blocks.append(part, of: workout, reader.attachments))
        } else {
            late?.append(part, of: workout, reader.attachments)
        }
        unencoded = part.count < members.count ? (workout, members.dropFirst(part.count)) : nil
    }
}

/// What becomes a member of workouts with a save.
struct NewMembers: Sendable {
    /// What readers have prepared, and the workouts that get these blocks, by their numbers. Others are not needed.
    var prepared: PreparedMembers?
    var workouts: [Int: ObjectID] = [:]
    /// What the commit has made.
    var blocks = AssociationBlocks()

    func add(to working: inout WorkingState) {
        prepared?.add(workouts, to: &working)
        blocks.add(to: &working)
    }
}
