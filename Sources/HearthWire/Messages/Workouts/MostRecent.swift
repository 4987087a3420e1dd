internal import CHearthProtocol
internal import HearthModel

extension WorkoutStatistics.MostRecent: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__MostRecent> { hearth__v1__most_recent__init }

    init(_ message: Hearth__V1__MostRecent, _: MessageReader) throws(HearthError) {
        self.init(
            value: message.value,
            start: Timestamp(nanoseconds: message.start),
            end: Timestamp(nanoseconds: message.end)
        )
    }

    func write(to message: inout Hearth__V1__MostRecent, _: MessageWriter) {
        message.value = value
        message.start = start.nanoseconds
        message.end = end.nanoseconds
    }
}
