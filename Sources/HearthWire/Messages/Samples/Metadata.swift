internal import CHearthProtocol
internal import HearthModel

extension Metadata: WireMessage {
    static func initialize(_ message: UnsafeMutablePointer<Hearth__V1__Metadata>?) {
        hearth__v1__metadata__init(message)
    }

    init(_ message: Hearth__V1__Metadata, _ reader: MessageReader) throws(HearthError) {
        let entries: [Entry] = try reader.messages(
            message.entries,
            message.n_entries,
            "entries",
            atMost: Int(Limits.standard.metadataEntries)
        )
        try self.init(entries)
    }

    func write(to message: inout Hearth__V1__Metadata, _ writer: MessageWriter) {
        message.n_entries = entries.count
        message.entries = writer.messages(entries)
    }
}
