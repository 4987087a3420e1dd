internal import CHearthProtocol
internal import HearthModel

extension AddToWorkout: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__AddToWorkout> { hearth__v1__add_to_workout__init }

    init(_ message: Hearth__V1__AddToWorkout, _ reader: MessageReader) throws(HearthError) {
        self.init(
            workout: try reader.id(message.workout, "workout"),
            columns: try reader.newSamples(message.columns, message.n_columns, "columns"),
            stored: try reader.column(message.stored, "stored")
        )
    }

    func write(to message: inout Hearth__V1__AddToWorkout, _ writer: MessageWriter) {
        message.workout = writer.column([workout])
        message.n_columns = columns.count
        message.columns = writer.messages(columns)
        message.stored = writer.column(stored)
    }
}
