internal import CHearthProtocol
internal import HearthModel

extension WorkoutEvent: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__WorkoutEvent> { hearth__v1__workout_event__init }

    init(_ message: Hearth__V1__WorkoutEvent, _ reader: MessageReader) throws(HearthError) {
        self.init(
            type: WorkoutEventType(rawValue: message.type.rawValue),
            start: Timestamp(nanoseconds: message.start),
            end: Timestamp(nanoseconds: message.end),
            metadata: try reader.message(message.metadata, "metadata") ?? .none
        )
    }

    func write(to message: inout Hearth__V1__WorkoutEvent, _ writer: MessageWriter) {
        message.type = Hearth__V1__WorkoutEventType(rawValue: type.rawValue)
        message.start = start.nanoseconds
        message.end = end.nanoseconds
        message.metadata = writer.message(metadata.entries.isEmpty ? nil : metadata)
    }
}
