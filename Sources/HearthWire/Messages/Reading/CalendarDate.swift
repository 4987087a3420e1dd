internal import CHearthProtocol
internal import HearthModel

extension CalendarDate: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__CalendarDate> { hearth__v1__calendar_date__init }

    init(_ message: Hearth__V1__CalendarDate, _: MessageReader) throws(HearthError) {
        self.init(year: message.year, month: message.month, day: message.day)
    }

    func write(to message: inout Hearth__V1__CalendarDate, _: MessageWriter) {
        message.year = year
        message.month = month
        message.day = day
    }
}
