internal import CHearthProtocol
package import HearthModel

/// Associates samples with a stored workout, all or none.
package struct AddToWorkout: Hashable, Sendable {
    package var workout: ObjectID
    /// Samples to save and to associate.
    package var columns: [SampleColumns]
    /// Samples that are stored, to associate.
    package var stored: [ObjectID]

    package init(workout: ObjectID, columns: [SampleColumns] = [], stored: [ObjectID] = []) {
        self.workout = workout
        self.columns = columns
        self.stored = stored
    }
}

extension AddToWorkout: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__AddToWorkout> { hearth__v1__add_to_workout__init }

    init(_ message: Hearth__V1__AddToWorkout, _ reader: MessageReader) throws(HearthError) {
        workout = try reader.id(message.workout, "workout")
        columns = try reader.newSamples(message.columns, message.n_columns, "columns")
        stored = try reader.column(message.stored, "stored")
    }

    func write(to message: inout Hearth__V1__AddToWorkout, _ writer: MessageWriter) {
        message.workout = writer.column([workout])
        message.n_columns = columns.count
        message.columns = writer.messages(columns)
        message.stored = writer.column(stored)
    }
}
