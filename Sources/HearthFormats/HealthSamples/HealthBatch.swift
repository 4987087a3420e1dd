package import HearthModel

/// Samples of an export to save, in this order: the groups, the routes, and the associations when all is saved.
package struct HealthBatch: Sendable {
    package var groups: [HealthGroup] = []
    package var routes: [HealthRoute] = []
    package var workouts: [HealthWorkout] = []

    /// The number of samples.
    package var count: Int {
        groups.reduce(routes.count) { $0 + $1.columns.reduce(0) { $0 + $1.count } }
    }
}

/// Samples of one version of a source. A correlation is in the same group as its members, and after them.
package struct HealthGroup: Sendable {
    package var origin: HealthOrigin
    package var columns: [SampleColumns]
}

/// A version of a source: an app or a device that saved samples.
package struct HealthOrigin: Hashable, Sendable {
    /// The name for people.
    package var name: String
    /// "": not said.
    package var version: String
    /// The bundle identifier, made of the format and the name where an export has none.
    package var identifier: String
}

/// A route of a workout.
package struct HealthRoute: Sendable {
    package var origin: HealthOrigin
    package var workout: ObjectID
    package var columns: SampleColumns
}

/// A workout whose samples are those that its source measured meanwhile.
package struct HealthWorkout: Sendable {
    package var id: ObjectID
    /// The bundle identifier of its source.
    package var source: String
    package var start: Timestamp
    package var end: Timestamp
    /// The quantity types of its statistics.
    package var types: [ObjectType]
}
