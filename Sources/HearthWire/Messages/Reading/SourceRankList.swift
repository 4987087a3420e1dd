internal import CHearthProtocol
internal import HearthModel

extension SourceRankList: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SourceRankList> { hearth__v1__source_rank_list__init }

    init(_ message: Hearth__V1__SourceRankList, _ reader: MessageReader) throws(HearthError) {
        let texts = try reader.texts(message.bundle_identifiers, message.n_bundle_identifiers, "bundle_identifiers")
        if let index = texts.firstIndex(of: "") {
            throw HearthError(.malformedText, "The text is empty.", field: "bundle_identifiers[\(index)]")
        }
        self.init(texts.map { AppID($0) })
    }

    func write(to message: inout Hearth__V1__SourceRankList, _ writer: MessageWriter) {
        message.n_bundle_identifiers = apps.count
        message.bundle_identifiers = writer.texts(apps.map(\.description))
    }
}
