internal import HearthModel

/// What predicates ask of the store beside the sample itself. What was asked once is known: many terms may name one
/// workout.
final class PredicateContext {
    let snapshot: Snapshot
    let reader: SegmentReader
    private var workouts: [ObjectID: MemberSet] = [:]
    private var correlations: [ObjectID: MemberSet] = [:]
    private var members: [Set<ObjectID>]?

    init(snapshot: Snapshot, reader: SegmentReader) {
        self.snapshot = snapshot
        self.reader = reader
    }

    /// The samples that are associated with a workout; none when there is no such workout.
    func samples(ofWorkout workout: ObjectID) throws(HearthError) -> MemberSet {
        if let known = workouts[workout] {
            return known
        }
        var samples: [ObjectID] = []
        for association in snapshot.associations.associations(with: workout) {
            samples += try reader.members(of: association)
        }
        let set = MemberSet(samples)
        workouts[workout] = set
        return set
    }

    /// The members of a correlation; none when there is no such correlation.
    func members(ofCorrelation correlation: ObjectID) throws(HearthError) -> MemberSet {
        if let known = correlations[correlation] {
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
        correlations[correlation] = set
        return set
    }

    /// The members of all correlations, those of each segment by themselves.
    func allMembers() throws(HearthError) -> [Set<ObjectID>] {
        if let members {
            return members
        }
        var found: [Set<ObjectID>] = []
        for (type, list) in snapshot.samples where type.kind == .correlation {
            for segment in list.elements {
                found.append(try reader.memberSet(of: segment))
            }
        }
        members = found
        return found
    }
}

/// Identifiers of samples, and from where to where they reach.
struct MemberSet {
    let ids: Set<ObjectID>
    /// Nil: there are none.
    let bounds: ClosedRange<ObjectID>?

    init(_ ids: [ObjectID]) {
        self.ids = Set(ids)
        bounds = ids.isEmpty ? nil : ids.bounds
    }
}
