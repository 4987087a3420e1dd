internal import CHearthProtocol
internal import HearthModel

extension SourceRanks: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SourceRanks> { hearth__v1__source_ranks__init }

    init(_ message: Hearth__V1__SourceRanks, _ reader: MessageReader) throws(HearthError) {
        self.init(type: try reader.type(message.type, "type"), set: try reader.message(message.set, "set"))
        try validate()
    }

    func write(to message: inout Hearth__V1__SourceRanks, _ writer: MessageWriter) {
        message.type = writer.text(type.identifier)
        message.set = writer.message(set)
    }
}
