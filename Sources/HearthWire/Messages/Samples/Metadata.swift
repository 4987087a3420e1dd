internal import CHearthProtocol
internal import HearthModel

extension Metadata: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Metadata> { hearth__v1__metadata__init }

    init(_ message: Hearth__V1__Metadata, _ reader: MessageReader) throws(HearthError) {
        let entries: [Entry?] = try reader.knownMessages(
            message.entries,
            message.n_entries,
            "entries",
            atMost: Int(Limits.standard.metadataEntries)
        )
        try self.init(entries.compactMap { $0 }.withCurrentKeys)
    }

    func write(to message: inout Hearth__V1__Metadata, _ writer: MessageWriter) {
        message.n_entries = entries.count
        message.entries = writer.messages(entries)
    }
}
