internal import CHearthProtocol
internal import HearthModel

extension DayCounts: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__DayCounts> { hearth__v1__day_counts__init }

    init(_ message: Hearth__V1__DayCounts, _ reader: MessageReader) throws(HearthError) {
        let (read, saved, deleted) = (message.read, message.saved, message.deleted)
        let day = Day(number: message.day)
        guard day.isValid else {
            throw HearthError(.valueOutOfRange, "The day is outside of the valid times.", field: "day")
        }
        self.init(
            day,
            AccessCount(
                read: read,
                saved: saved,
                deleted: deleted,
                lastRead: read == 0 ? nil : Timestamp(nanoseconds: message.last_read),
                lastWritten: saved == 0 && deleted == 0 ? nil : Timestamp(nanoseconds: message.last_written)
            )
        )
    }

    func write(to message: inout Hearth__V1__DayCounts, _ writer: MessageWriter) {
        message.day = day.number
        message.read = count.read
        message.saved = count.saved
        message.deleted = count.deleted
        message.last_read = count.lastRead?.nanoseconds ?? 0
        message.last_written = count.lastWritten?.nanoseconds ?? 0
    }
}
