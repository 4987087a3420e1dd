internal import CHearthProtocol
internal import HearthModel

extension MetadataMatch: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__MetadataMatch> { hearth__v1__metadata_match__init }

    init(_ message: Hearth__V1__MetadataMatch, _ reader: MessageReader) throws(HearthError) {
        self.init(
            relation: try reader.relation(message.relation, "relation"),
            entries: try reader.messages(message.entries, message.n_entries, "entries").map { (entry: Metadata.Entry) in
                Metadata.Entry(key: MetadataKey.current(entry.key), value: entry.value)
            }
        )
    }

    func write(to message: inout Hearth__V1__MetadataMatch, _ writer: MessageWriter) {
        message.relation = Hearth__V1__Relation(rawValue: relation.rawValue)
        message.n_entries = entries.count
        message.entries = writer.messages(entries)
    }
}
