internal import CHearthProtocol
internal import HearthModel

/// Versions of apps on the wire.
struct SourceRevisionMatch {
    let patterns: [SourceRevisionPattern]
}

extension SourceRevisionMatch: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SourceRevisionMatch> {
        hearth__v1__source_revision_match__init
    }

    init(_ message: Hearth__V1__SourceRevisionMatch, _ reader: MessageReader) throws(HearthError) {
        patterns = try reader.messages(message.patterns, message.n_patterns, "patterns")
    }

    func write(to message: inout Hearth__V1__SourceRevisionMatch, _ writer: MessageWriter) {
        message.n_patterns = patterns.count
        message.patterns = writer.messages(patterns)
    }
}
