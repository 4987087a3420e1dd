internal import HearthModel

/// The store, as predicates ask about it. An answer is kept: many terms may name one workout. One that takes more than
/// the budget of a step is nil, and continues where it was when it is asked for again.
final class PredicateContext {
    let snapshot: Snapshot
    /// The reader of the current step.
    var reader: SegmentReader
    /// The answers about workouts and correlations.
    private(set) var memberships: Memberships
    /// The sets of the answers, in the order in which they were asked for.
    private(set) var sets: [MemberSet] = []
    /// Those that an earlier snapshot gave to the same predicate, which are read again only if they have changed.
    private let earlier: Memberships?
    /// The associations of the workouts in the earlier answers; nil: not looked up.
    private var associations: [ObjectID: [Association]]?
    /// Samples that are members now and were not before, or the other way round.
    private(set) var changes: [CandidateSearch.Members] = []
    /// The samples of a workout, as far as they are read.
    private var underWay: WorkoutReading?
    /// The members of all correlations, as far as they are read.
    private var correlated: CorrelatedReading?
    private var visibility: Visibility

    private struct WorkoutReading {
        let workout: ObjectID
        let blocks: [Int64]
        let key: SharedMembers.Key?
        var open: ArraySlice<Association>
        var samples = MemberSetBuilder()
        /// The set that another reader holds.
        var shared: MemberSet?
        /// The set that readers build together, and whether this one has begun to.
        var build: (set: SharedBuild, isOwn: Bool)?
        /// The samples that have joined the workout; nil: everything is read.
        var added: MemberSetBuilder?
    }

    private struct CorrelatedReading {
        var open: ArraySlice<Segment>
        var members: [Int64: MemberSet] = [:]
        var added: [MemberSet] = []
    }

    init(snapshot: Snapshot, reader: SegmentReader, after earlier: Memberships? = nil) {
        self.snapshot = snapshot
        self.reader = reader
        self.earlier = earlier
        memberships = Memberships(in: snapshot)
        visibility = Visibility(in: snapshot)
    }
}

extension PredicateContext {
    /// The memory of the answers, and of what is read for the next one.
    var held: ReadingMemory {
        let own = underWay?.build.map { $0.isOwn ? $0.set.heldBytes : 0 } ?? underWay?.samples.heldBytes
        let reading = (own ?? 0) + (underWay?.added?.heldBytes ?? 0)
        let read = (underWay?.shared).map { [$0] } ?? []
        let members = (correlated?.members).map { Array($0.values) } ?? []
        return ReadingMemory(bytes: reading, shared: sets + read + members)
    }
}

// MARK: - Visibility

extension PredicateContext {
    /// Whether a sample of a type may be seen, if there is one.
    private func sees(_ id: ObjectID, of type: ObjectType) throws(HearthError) -> Bool {
        guard !visibility.isWhole(type) else { return true }
        guard let location = try Locator(snapshot: snapshot, reader: reader).locate(id) else { return false }
        return try visibility.sees(location, reader)
    }
}

// MARK: - Workouts

extension PredicateContext {
    /// The samples that are associated with a workout; none if the workout does not exist.
    func samples(ofWorkout workout: ObjectID) throws(HearthError) -> MemberSet? {
        if let known = memberships.workouts[workout] { return known.samples }
        var reading: WorkoutReading
        if let begun = underWay, begun.workout == workout {
            // It was looked up when it was begun: looking it up may take all the work of a step.
            reading = begun
        } else {
            guard try sees(workout, of: .workout) else { return MemberSet([]) }
            let associations = associations(of: workout)
            let blocks = associations.map(\.id)
            if let known = earlier?.workouts[workout], known.blocks == blocks {
                note(known, workout)
                return known.samples
            }
            reading = begin(workout, blocks, associations)
        }
        // Moved out, so that the set is not copied while it grows.
        underWay = nil
        if let build = reading.build?.set {
            guard !reader.isExhausted, let samples = try build.proceed(reader) else {
                underWay = reading
                return nil
            }
            reading.shared = samples
        }
        while let association = reading.open.first {
            guard !reader.isExhausted else {
                underWay = reading
                return nil
            }
            reading.open.removeFirst()
            reader.charge(association.summary.count)
            let members = try reader.members(of: association)
            reading.samples.insert(members)
            reading.added?.insert(members)
        }
        return finish(reading)
    }

    private func associations(of workout: ObjectID) -> [Association] {
        guard let earlier else { return snapshot.associations.associations(with: workout, charge: reader.charge) }
        if associations == nil {
            associations = earlier.associations(in: snapshot, reader)
        }
        return associations?[workout] ?? []
    }

    private func begin(_ workout: ObjectID, _ blocks: [Int64], _ associations: [Association]) -> WorkoutReading {
        let isWritten = associations.allSatisfy { reader.unwritten.associations[$0.id] == nil }
        let key: SharedMembers.Key? =
            isWritten ? blocks.last.map { .workout(lastBlock: $0, blockCount: blocks.count) } : nil
        var reading = WorkoutReading(workout: workout, blocks: blocks, key: key, open: associations[...])
        let old = earlier?.workouts[workout]
        if let old, Set(blocks).isSuperset(of: old.blocks) {
            // Only blocks were added: the samples of those before are known.
            let known = Set(old.blocks)
            reading.open = associations.filter { !known.contains($0.id) }[...]
            reading.samples = MemberSetBuilder(old.samples)
            reading.added = MemberSetBuilder()
            // They are copied, which takes a small part of the time of reading them.
            reader.charge(old.samples.ids.count / 32)
        } else if let key, let shared = reader.sharedMembers(key) {
            reading.open = []
            reading.shared = shared
        } else if let key {
            reading.open = []
            reading.build = reader.build(key, of: associations)
        } else {
            reading.samples.reserve(associations.reduce(0) { $0 + $1.summary.count })
        }
        return reading
    }

    private func finish(_ reading: WorkoutReading) -> MemberSet {
        var samples = reading.shared ?? reading.samples.finished()
        if reading.shared == nil, let key = reading.key {
            samples = reader.share(samples, as: key)
        }
        if let old = earlier?.workouts[reading.workout]?.samples {
            if let added = reading.added {
                changes.append(CandidateSearch.Members(set: added.finished(), others: [old]))
            } else {
                changes.append(CandidateSearch.Members(set: samples, others: [old]))
                changes.append(CandidateSearch.Members(set: old, others: [samples]))
            }
        }
        note(Memberships.WorkoutSamples(blocks: reading.blocks, samples: samples), reading.workout)
        return samples
    }

    private func note(_ answer: Memberships.WorkoutSamples, _ workout: ObjectID) {
        memberships.workouts[workout] = answer
        sets.append(answer.samples)
    }
}

// MARK: - Correlations

extension PredicateContext {
    /// The members of a correlation; none if the correlation does not exist.
    func members(ofCorrelation correlation: ObjectID) throws(HearthError) -> MemberSet {
        if let known = memberships.correlations[correlation] { return known }
        let old = earlier?.correlations[correlation]
        if let old, earlier?.correlationsHold(in: snapshot) ?? false {
            return note(old, correlation)
        }
        let new = try read(correlation)
        if let old {
            changes.append(CandidateSearch.Members(set: new, others: [old]))
            changes.append(CandidateSearch.Members(set: old, others: [new]))
        }
        return note(new, correlation)
    }

    private func read(_ correlation: ObjectID) throws(HearthError) -> MemberSet {
        guard let location = try Locator(snapshot: snapshot, reader: reader).locate(correlation),
            try visibility.sees(location, reader)
        else { return MemberSet([]) }
        let segment = location.segment
        let key = SharedMembers.Key.correlation(row: location.row, segment: segment.id)
        if let shared = reader.sharedMembers(key) { return shared }
        guard case .correlation(let columns) = try reader.rows(of: segment, .payload).samples.payload else {
            return MemberSet([])
        }
        let members = Array(columns.memberships[location.row])
        reader.charge(members.count)
        let set = MemberSet(members)
        return reader.unwritten.rows[segment.id] == nil ? reader.share(set, as: key) : set
    }

    private func note(_ answer: MemberSet, _ correlation: ObjectID) -> MemberSet {
        memberships.correlations[correlation] = answer
        sets.append(answer)
        return answer
    }

    /// The members of all correlations, those of each segment by themselves.
    func allMembers() throws(HearthError) -> [MemberSet]? {
        if let members = memberships.correlated { return Array(members.values) }
        var reading = correlated ?? CorrelatedReading(open: correlationSegments[...])
        correlated = nil
        while let segment = reading.open.first {
            guard !reader.isExhausted else {
                correlated = reading
                return nil
            }
            reading.open.removeFirst()
            reader.charge(1)
            if let known = earlier?.correlated?[segment.id] {
                reading.members[segment.id] = known
            } else {
                let members = try visibleMembers(of: segment)
                reading.members[segment.id] = members
                reading.added.append(members)
            }
        }
        if let old = earlier?.correlated {
            // Segments do not change: a difference lies in those that only one of the two has.
            let removed = old.filter { reading.members[$0.key] == nil }.map(\.value)
            changes += reading.added.map { CandidateSearch.Members(set: $0, others: removed) }
            changes += removed.map { CandidateSearch.Members(set: $0, others: reading.added) }
        }
        memberships.correlated = reading.members
        let members = Array(reading.members.values)
        sets += members
        return members
    }

    /// The members of the correlations of a segment that are visible.
    private func visibleMembers(of segment: Segment) throws(HearthError) -> MemberSet {
        guard !visibility.isWhole(segment.type) else { return try reader.memberSet(of: segment) }
        guard case .correlation(let columns) = try reader.rows(of: segment, .payload).samples.payload else {
            throw .damagedBlock
        }
        reader.charge(columns.members.count)
        var members: [ObjectID] = []
        for (row, own) in columns.memberships.enumerated()
        where try visibility.sees(Location(segment: segment, row: row), reader) {
            members += own
        }
        return MemberSet(members)
    }

    private var correlationSegments: [Segment] {
        snapshot.samples.filter { $0.key.kind == .correlation }.flatMap(\.value.elements)
    }
}
