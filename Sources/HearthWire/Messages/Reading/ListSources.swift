internal import CHearthProtocol
package import HearthModel

/// Asks which sources have samples stored.
package struct ListSources: Hashable, Sendable {
    /// Only sources of samples that match one of these. Empty: of any sample.
    package var clauses: [Clause]

    package init(clauses: [Clause] = []) {
        self.clauses = clauses
    }
}

extension ListSources: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__ListSources> { hearth__v1__list_sources__init }

    init(_ message: Hearth__V1__ListSources, _ reader: MessageReader) throws(HearthError) {
        clauses = try reader.clauses(message.clauses, message.n_clauses)
    }

    func write(to message: inout Hearth__V1__ListSources, _ writer: MessageWriter) {
        message.n_clauses = clauses.count
        message.clauses = writer.messages(clauses)
    }
}
