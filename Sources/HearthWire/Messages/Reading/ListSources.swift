internal import CHearthProtocol
internal import HearthModel

extension ListSources: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__ListSources> { hearth__v1__list_sources__init }

    init(_ message: Hearth__V1__ListSources, _ reader: MessageReader) throws(HearthError) {
        self.init(clauses: try reader.clauses(message.clauses, message.n_clauses))
    }

    func write(to message: inout Hearth__V1__ListSources, _ writer: MessageWriter) {
        message.n_clauses = clauses.count
        message.clauses = writer.messages(clauses)
    }
}
