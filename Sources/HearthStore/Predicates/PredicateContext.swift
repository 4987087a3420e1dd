internal import HearthModel

/// The store, as predicates ask about it. An answer is kept: many terms may name one workout.
final class PredicateContext {
    let snapshot: Snapshot
    /// The reader of the current step.
    var reader: SegmentReader
    /// The answers about workouts and correlations.
    private(set) var memberships: Memberships
    /// Those that an earlier snapshot gave to the same predicate, which are read again only if they have changed.
    private let earlier: Memberships?

    init(snapshot: Snapshot, reader: SegmentReader, after earlier: Memberships? = nil) {
        self.snapshot = snapshot
        self.reader = reader
        self.earlier = earlier
        memberships = Memberships(in: snapshot)
    }

    /// The samples that are associated with a workout; none if the workout does not exist.
    func samples(ofWorkout workout: ObjectID) throws(HearthError) -> MemberSet {
        if let known = memberships.workouts[workout] {
            return known.samples
        }
        let associations = snapshot.associations.associations(with: workout)
        let blocks = associations.map(\.id)
        if let known = earlier?.workouts[workout], known.blocks == blocks {
            memberships.workouts[workout] = known
            return known.samples
        }
        var samples: [ObjectID] = []
        for association in associations {
            reader.charge(association.summary.count)
            samples += try reader.members(of: association)
        }
        let set = MemberSet(samples)
        memberships.workouts[workout] = Memberships.WorkoutSamples(blocks: blocks, samples: set)
        return set
    }

    /// The members of a correlation; none if the correlation does not exist.
    func members(ofCorrelation correlation: ObjectID) throws(HearthError) -> MemberSet {
        if let known = memberships.correlations[correlation] {
            return known
        }
        if let earlier, let known = earlier.correlations[correlation], earlier.correlationsHold(in: snapshot) {
            memberships.correlations[correlation] = known
            return known
        }
        var members: [ObjectID] = []
        if let location = try Locator(snapshot: snapshot, reader: reader).locate(correlation) {
            let rows = try reader.rows(of: location.segment, .payload)
            if case .correlation(let columns) = rows.samples.payload {
                members = Array(columns.memberships[location.row])
            }
        }
        let set = MemberSet(members)
        memberships.correlations[correlation] = set
        return set
    }

    /// The members of all correlations, those of each segment by themselves.
    func allMembers() throws(HearthError) -> [Set<ObjectID>] {
        if let members = memberships.correlated {
            return Array(members.values)
        }
        var found: [Int64: Set<ObjectID>] = [:]
        for (type, list) in snapshot.samples where type.kind == .correlation {
            for segment in list.elements {
                if let known = earlier?.correlated?[segment.id] {
                    found[segment.id] = known
                } else {
                    found[segment.id] = try reader.memberSet(of: segment)
                }
            }
        }
        memberships.correlated = found
        return Array(found.values)
    }
}
