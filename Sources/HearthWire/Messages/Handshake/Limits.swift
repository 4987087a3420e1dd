internal import CHearthProtocol
internal import HearthModel

extension Limits: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Limits> { hearth__v1__limits__init }

    init(_ message: Hearth__V1__Limits, _: MessageReader) throws(HearthError) {
        self.init(
            frameBytes: message.frame_bytes,
            openCalls: message.open_calls,
            stagedBytes: message.staged_bytes,
            batchSamples: message.batch_samples,
            batchBytes: message.batch_bytes,
            initialCreditBytes: message.initial_credit_bytes,
            metadataEntries: message.metadata_entries,
            metadataBytes: message.metadata_bytes,
            predicateTerms: message.predicate_terms,
            stringBytes: message.string_bytes,
            clauses: message.clauses,
            seriesPoints: message.series_points,
            handshakeMilliseconds: message.handshake_milliseconds
        )
    }

    func write(to message: inout Hearth__V1__Limits, _: MessageWriter) {
        message.frame_bytes = frameBytes
        message.open_calls = openCalls
        message.staged_bytes = stagedBytes
        message.batch_samples = batchSamples
        message.batch_bytes = batchBytes
        message.initial_credit_bytes = initialCreditBytes
        message.metadata_entries = metadataEntries
        message.metadata_bytes = metadataBytes
        message.predicate_terms = predicateTerms
        message.string_bytes = stringBytes
        message.clauses = clauses
        message.series_points = seriesPoints
        message.handshake_milliseconds = handshakeMilliseconds
    }
}
