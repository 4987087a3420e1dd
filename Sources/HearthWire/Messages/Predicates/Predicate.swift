internal import CHearthProtocol
internal import HearthModel

extension Predicate: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Predicate> { hearth__v1__predicate__init }

    init(_ message: Hearth__V1__Predicate, _ reader: MessageReader) throws(HearthError) {
        self.init(
            terms: try reader.messages(
                message.terms,
                message.n_terms,
                "terms",
                atMost: Int(Limits.standard.predicateTerms)
            )
        )
    }

    func write(to message: inout Hearth__V1__Predicate, _ writer: MessageWriter) {
        message.n_terms = terms.count
        message.terms = writer.messages(terms)
    }
}
