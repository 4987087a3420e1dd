internal import CHearthProtocol
internal import HearthModel

extension WorkoutColumns: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__WorkoutColumns> { hearth__v1__workout_columns__init }

    init(_ message: Hearth__V1__WorkoutColumns, _ reader: MessageReader) throws(HearthError) {
        self.init(
            activityTypes: try reader.column(message.activity_types, "activity_types"),
            durations: try reader.column(message.durations, "durations"),
            details: try reader.messages(message.details, message.n_details, "details")
        )
    }

    func write(to message: inout Hearth__V1__WorkoutColumns, _ writer: MessageWriter) {
        message.activity_types = writer.column(activityTypes)
        message.durations = writer.column(durations)
        message.n_details = details.count
        message.details = writer.messages(details)
    }
}
