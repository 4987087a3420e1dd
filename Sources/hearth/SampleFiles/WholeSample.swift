import HearthModel

/// A sample that is more than a value and times, as a line of JSON has it.
struct WholeSample: Sendable {
    /// One row.
    var columns: SampleColumns
    /// Whether the line names the UUID.
    var hasID: Bool
    /// The members of a correlation.
    var members: [WholeSample] = []
    /// The samples that belong to a workout.
    var workoutMembers: [WorkoutMembers.Part] = []

    var id: ObjectID { columns.ids[0] }

    /// Derives the UUIDs that the line does not name, and lets a correlation name those of its members.
    mutating func name(_ ids: inout ContentIDs) {
        for index in members.indices {
            members[index].name(&ids)
        }
        if !members.isEmpty {
            let named = members.map(\.id)
            columns.payload = .correlation(CorrelationColumns(lengths: [UInt32(named.count)], members: named))
        }
        guard !hasID else { return }
        columns.ids = [ids.next(columns)]
        hasID = true
    }
}

/// The samples that a line of JSON names as those of a workout.
struct WorkoutMembers: Sendable {
    let line: Int
    let workout: ObjectID
    let parts: [Part]

    /// Those of a type.
    struct Part: Sendable {
        let type: ObjectType
        let ids: [ObjectID]
    }
}
