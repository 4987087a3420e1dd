internal import CHearthProtocol
internal import HearthModel

extension SourceList: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SourceList> { hearth__v1__source_list__init }

    init(_ message: Hearth__V1__SourceList, _ reader: MessageReader) throws(HearthError) {
        self.init(
            sources: try reader.messages(message.sources, message.n_sources, "sources"),
            more: message.more != 0
        )
    }

    func write(to message: inout Hearth__V1__SourceList, _ writer: MessageWriter) {
        message.n_sources = sources.count
        message.sources = writer.messages(sources)
        message.more = more ? 1 : 0
    }
}
