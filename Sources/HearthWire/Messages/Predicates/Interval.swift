internal import CHearthProtocol
internal import HearthModel

extension Interval: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Interval> { hearth__v1__interval__init }

    init(_ message: Hearth__V1__Interval, _ reader: MessageReader) throws(HearthError) {
        self.init(
            start: reader.time(message.start, if: message.start_presence_case),
            end: reader.time(message.end, if: message.end_presence_case),
            strictStart: message.strict_start != 0,
            strictEnd: message.strict_end != 0
        )
    }

    func write(to message: inout Hearth__V1__Interval, _: MessageWriter) {
        if let start {
            message.start_presence_case = HEARTH__V1__INTERVAL__START_PRESENCE_START
            message.start = start.nanoseconds
        }
        if let end {
            message.end_presence_case = HEARTH__V1__INTERVAL__END_PRESENCE_END
            message.end = end.nanoseconds
        }
        message.strict_start = strictStart ? 1 : 0
        message.strict_end = strictEnd ? 1 : 0
    }
}
