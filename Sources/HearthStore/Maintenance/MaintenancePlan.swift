internal import HearthModel

/// Where there may be something to put together: only what commits have touched is looked at.
struct MaintenancePlan {
    private(set) var sampleTypes: Set<ObjectType>
    private(set) var deletionTypes: Set<ObjectType>
    private(set) var workouts: Set<ObjectID>

    /// After opening: everything.
    init(_ snapshot: Snapshot) {
        sampleTypes = Set(snapshot.samples.keys)
        deletionTypes = Set(snapshot.deletions.keys)
        workouts = Set(snapshot.associations.elements.map(\.workout))
    }

    mutating func note(_ working: WorkingState) {
        for segment in working.made {
            guard let type = segment.type else { continue }
            switch segment.summary.kind {
            case .samples: sampleTypes.insert(type)
            case .deletions: deletionTypes.insert(type)
            }
        }
        workouts.formUnion(working.newAssociations.map(\.summary.workout))
    }

    /// Notes that there is nothing to do, for now.
    mutating func settle(samples type: ObjectType) {
        sampleTypes.remove(type)
    }

    mutating func settle(deletions type: ObjectType) {
        deletionTypes.remove(type)
    }

    mutating func settle(workout: ObjectID) {
        workouts.remove(workout)
    }
}
