internal import CHearthProtocol
package import HearthModel

/// Asks for a notice at once and after each change to samples that match.
package struct Observe: Hashable, Sendable {
    /// Empty: every sample of every type.
    package var clauses: [Clause]
    /// The app acknowledges notices that it has processed.
    package var acknowledges: Bool

    package init(clauses: [Clause], acknowledges: Bool = false) {
        self.clauses = clauses
        self.acknowledges = acknowledges
    }
}

extension Observe: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Observe> { hearth__v1__observe__init }

    init(_ message: Hearth__V1__Observe, _ reader: MessageReader) throws(HearthError) {
        clauses = try reader.clauses(message.clauses, message.n_clauses)
        acknowledges = message.acknowledges != 0
    }

    func write(to message: inout Hearth__V1__Observe, _ writer: MessageWriter) {
        message.n_clauses = clauses.count
        message.clauses = writer.messages(clauses)
        message.acknowledges = acknowledges ? 1 : 0
    }
}
