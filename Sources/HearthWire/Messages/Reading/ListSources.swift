internal import CHearthProtocol
internal import HearthModel

extension ListSources: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__ListSources> { hearth__v1__list_sources__init }

    init(_ message: Hearth__V1__ListSources, _ reader: MessageReader) throws(HearthError) {
        self.init(
            clauses: try reader.clauses(message.clauses, message.n_clauses),
            after: try reader.text(message.after, "after", if: message.after_presence_case)
        )
    }

    func write(to message: inout Hearth__V1__ListSources, _ writer: MessageWriter) {
        message.n_clauses = clauses.count
        message.clauses = writer.messages(clauses)
        if let after {
            message.after_presence_case = HEARTH__V1__LIST_SOURCES__AFTER_PRESENCE_AFTER
            message.after = writer.text(after)
        }
    }
}
