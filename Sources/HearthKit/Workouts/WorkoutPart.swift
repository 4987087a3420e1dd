internal import HearthModel
internal import HearthWire

/// Archives an event, an activity or statistics as the detail of a workout that holds nothing else.
struct WorkoutPart {
    let detail: WorkoutDetail
    let start: Timestamp
    let end: Timestamp

    /// The identifier of the workout, which is not stored.
    private static let ids = [ObjectID(high: 0, low: 0)]

    /// How a server would send the workout.
    var reply: Reply {
        let columns = SampleColumns(
            type: .workout,
            ids: WorkoutPart.ids,
            starts: [start],
            ends: [end],
            payload: .workout(
                WorkoutColumns(activityTypes: [HKWorkoutActivityType.other.type], details: [detail])
            )
        )
        return .samples(SampleBatch(columns: [columns]))
    }

    /// The detail of that workout.
    static func detail(_ reply: Reply) throws(HearthError) -> WorkoutDetail {
        guard let columns = reply.onlySample?.columns[0], columns.ids == ids,
            case .workout(let workouts) = columns.payload, let detail = workouts.details.first
        else { throw .ofOtherKind }
        return detail
    }
}
