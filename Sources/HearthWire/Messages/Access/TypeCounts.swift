internal import CHearthProtocol
internal import HearthModel

extension TypeCounts: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__TypeCounts> { hearth__v1__type_counts__init }

    init(_ message: Hearth__V1__TypeCounts, _ reader: MessageReader) throws(HearthError) {
        self.init(try reader.type(message.type, "type"), try reader.messages(message.days, message.n_days, "days"))
    }

    func write(to message: inout Hearth__V1__TypeCounts, _ writer: MessageWriter) {
        message.type = writer.text(type.identifier)
        message.n_days = days.count
        message.days = writer.messages(days)
    }
}
