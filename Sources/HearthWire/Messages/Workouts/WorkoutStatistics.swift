internal import CHearthProtocol
internal import HearthModel

extension WorkoutStatistics: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__WorkoutStatistics> { hearth__v1__workout_statistics__init }

    init(_ message: Hearth__V1__WorkoutStatistics, _ reader: MessageReader) throws(HearthError) {
        self.init(
            type: try reader.type(message.type, "type"),
            start: Timestamp(nanoseconds: message.start),
            end: Timestamp(nanoseconds: message.end),
            sum: reader.value(message.sum, if: message.sum_presence_case),
            average: reader.value(message.average, if: message.average_presence_case),
            minimum: reader.value(message.minimum, if: message.minimum_presence_case),
            maximum: reader.value(message.maximum, if: message.maximum_presence_case),
            mostRecent: try reader.message(message.most_recent, "most_recent")
        )
    }

    func write(to message: inout Hearth__V1__WorkoutStatistics, _ writer: MessageWriter) {
        message.type = writer.text(type.identifier)
        message.start = start.nanoseconds
        message.end = end.nanoseconds
        if let sum {
            message.sum_presence_case = HEARTH__V1__WORKOUT_STATISTICS__SUM_PRESENCE_SUM
            message.sum = sum
        }
        if let average {
            message.average_presence_case = HEARTH__V1__WORKOUT_STATISTICS__AVERAGE_PRESENCE_AVERAGE
            message.average = average
        }
        if let minimum {
            message.minimum_presence_case = HEARTH__V1__WORKOUT_STATISTICS__MINIMUM_PRESENCE_MINIMUM
            message.minimum = minimum
        }
        if let maximum {
            message.maximum_presence_case = HEARTH__V1__WORKOUT_STATISTICS__MAXIMUM_PRESENCE_MAXIMUM
            message.maximum = maximum
        }
        message.most_recent = writer.message(mostRecent)
    }
}
