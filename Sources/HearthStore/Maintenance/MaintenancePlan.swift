internal import HearthModel

/// Where there may be something to put together: only what commits have touched is looked at.
struct MaintenancePlan {
    private(set) var types: [SegmentSummary.Kind: Set<ObjectType>] = [:]
    private(set) var workouts: Set<ObjectID>

    /// After opening: everything.
    init(_ snapshot: Snapshot) {
        workouts = Set(snapshot.associations.elements.map(\.workout))
        for kind in SegmentSummary.Kind.allCases {
            types[kind] = snapshot.types(of: kind)
        }
    }

    mutating func note(_ working: WorkingState) {
        for segment in working.made {
            guard let type = segment.type else { continue }
            types[segment.summary.kind, default: []].insert(type)
        }
        workouts.formUnion(working.newAssociations.map(\.summary.workout))
    }

    /// Notes that there is nothing to do, for now.
    mutating func settle(_ type: ObjectType, _ kind: SegmentSummary.Kind) {
        types[kind]?.remove(type)
    }

    mutating func settle(workout: ObjectID) {
        workouts.remove(workout)
    }
}
