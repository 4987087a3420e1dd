internal import CHearthProtocol
internal import HearthModel

/// Apps, by bundle identifier, on the wire.
struct SourceMatch {
    let bundleIdentifiers: [String]
}

extension SourceMatch: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SourceMatch> { hearth__v1__source_match__init }

    init(_ message: Hearth__V1__SourceMatch, _ reader: MessageReader) throws(HearthError) {
        bundleIdentifiers = try reader.texts(
            message.bundle_identifiers,
            message.n_bundle_identifiers,
            "bundle_identifiers"
        )
    }

    func write(to message: inout Hearth__V1__SourceMatch, _ writer: MessageWriter) {
        message.n_bundle_identifiers = bundleIdentifiers.count
        message.bundle_identifiers = writer.texts(bundleIdentifiers)
    }
}
