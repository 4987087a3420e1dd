internal import CHearthProtocol
internal import HearthModel

extension WorkoutActivity: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__WorkoutActivity> { hearth__v1__workout_activity__init }

    init(_ message: Hearth__V1__WorkoutActivity, _ reader: MessageReader) throws(HearthError) {
        self.init(
            id: try reader.id(message.uuid, "uuid"),
            activityType: WorkoutActivityType(rawValue: message.activity_type),
            location: WorkoutLocation(rawValue: message.location.rawValue),
            swimmingLocation: SwimmingLocation(rawValue: message.swimming_location.rawValue),
            lapLength: reader.value(message.lap_length, if: message.lap_length_presence_case),
            start: Timestamp(nanoseconds: message.start),
            end: reader.time(message.end, if: message.end_presence_case),
            duration: message.duration,
            metadata: try reader.message(message.metadata, "metadata") ?? .none,
            statistics: try reader.knownMessages(message.statistics, message.n_statistics, "statistics")
                .compactMap { $0 }
        )
    }

    func write(to message: inout Hearth__V1__WorkoutActivity, _ writer: MessageWriter) {
        message.uuid = writer.column([id])
        message.activity_type = activityType.rawValue
        message.location = Hearth__V1__WorkoutLocation(rawValue: location.rawValue)
        message.swimming_location = Hearth__V1__SwimmingLocation(rawValue: swimmingLocation.rawValue)
        if let lapLength {
            message.lap_length_presence_case = HEARTH__V1__WORKOUT_ACTIVITY__LAP_LENGTH_PRESENCE_LAP_LENGTH
            message.lap_length = lapLength
        }
        message.start = start.nanoseconds
        if let end {
            message.end_presence_case = HEARTH__V1__WORKOUT_ACTIVITY__END_PRESENCE_END
            message.end = end.nanoseconds
        }
        message.duration = duration
        message.metadata = writer.message(metadata.entries.isEmpty ? nil : metadata)
        message.n_statistics = statistics.count
        message.statistics = writer.messages(statistics)
    }
}
