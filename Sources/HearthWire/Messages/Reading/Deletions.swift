internal import CHearthProtocol
internal import HearthModel

extension Deletions: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Deletions> { hearth__v1__deletions__init }

    init(_ message: Hearth__V1__Deletions, _ reader: MessageReader) throws(HearthError) {
        self.init(
            ids: try reader.column(message.uuids, "uuids"),
            times: try reader.column(message.times, "times"),
            types: DictionaryColumn(
                entries: try reader.texts(message.types, message.n_types, "types"),
                indexes: try reader.column(message.type_indexes, "type_indexes")
            ),
            metadata: DictionaryColumn(
                entries: try reader.messages(message.metadata, message.n_metadata, "metadata"),
                indexes: try reader.column(message.metadata_indexes, "metadata_indexes")
            )
        )
        try validate()
    }

    func write(to message: inout Hearth__V1__Deletions, _ writer: MessageWriter) {
        message.uuids = writer.column(ids)
        message.times = writer.column(times)
        message.n_types = types.entries.count
        message.types = writer.texts(types.entries)
        message.type_indexes = writer.column(types.indexes)
        message.n_metadata = metadata.entries.count
        message.metadata = writer.messages(metadata.entries)
        message.metadata_indexes = writer.column(metadata.indexes)
    }
}
