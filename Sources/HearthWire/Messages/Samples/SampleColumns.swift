internal import CHearthProtocol
internal import HearthModel

extension SampleColumns: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SampleColumns> { hearth__v1__sample_columns__init }

    init(_ message: Hearth__V1__SampleColumns, _ reader: MessageReader) throws(HearthError) {
        let type = try reader.type(message.type, "type")
        guard type.kind.isStored else {
            throw HearthError(.unknownType, "The store holds no samples of \(type).", field: "type")
        }
        self.init(
            type: type,
            ids: try reader.column(message.uuids, "uuids"),
            starts: try reader.column(message.starts, "starts"),
            ends: try reader.column(message.ends, "ends"),
            provenance: DictionaryColumn(
                entries: try reader.messages(message.provenances, message.n_provenances, "provenances"),
                indexes: try reader.column(message.provenance_indexes, "provenance_indexes")
            ),
            metadata: DictionaryColumn(
                entries: try reader.messages(message.metadata, message.n_metadata, "metadata"),
                indexes: try reader.column(message.metadata_indexes, "metadata_indexes")
            ),
            payload: try Payload(message, reader)
        )
        try validate()
    }

    func write(to message: inout Hearth__V1__SampleColumns, _ writer: MessageWriter) {
        message.type = writer.text(type.identifier)
        message.uuids = writer.column(ids)
        message.starts = writer.column(starts)
        message.ends = writer.column(ends)
        message.n_provenances = provenance.entries.count
        message.provenances = writer.messages(provenance.entries)
        message.provenance_indexes = writer.column(provenance.indexes)
        message.n_metadata = metadata.entries.count
        message.metadata = writer.messages(metadata.entries)
        message.metadata_indexes = writer.column(metadata.indexes)
        payload.write(to: &message, writer)
    }
}

extension SampleColumns.Payload {
    fileprivate init(_ message: Hearth__V1__SampleColumns, _ reader: MessageReader) throws(HearthError) {
        self =
            switch message.payload_case {
            case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_QUANTITY:
                .quantity(try reader.required(message.quantity, "quantity"))
            case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_CATEGORY:
                .category(try reader.required(message.category, "category"))
            case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_CORRELATION:
                .correlation(try reader.required(message.correlation, "correlation"))
            case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_WORKOUT:
                .workout(try reader.required(message.workout, "workout"))
            case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_ROUTE:
                .route(try reader.required(message.route, "route"))
            case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_HEARTBEAT:
                .heartbeat(try reader.required(message.heartbeat, "heartbeat"))
            case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_RECORD:
                .record(try reader.required(message.record, "record"))
            default:
                throw HearthError(
                    .unimplemented,
                    "The samples hold nothing that this version of Hearth knows.",
                    field: "payload"
                )
            }
    }

    fileprivate func write(to message: inout Hearth__V1__SampleColumns, _ writer: MessageWriter) {
        switch self {
        case .quantity(let columns):
            message.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_QUANTITY
            message.quantity = writer.message(columns)
        case .category(let columns):
            message.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_CATEGORY
            message.category = writer.message(columns)
        case .correlation(let columns):
            message.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_CORRELATION
            message.correlation = writer.message(columns)
        case .workout(let columns):
            message.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_WORKOUT
            message.workout = writer.message(columns)
        case .route(let columns):
            message.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_ROUTE
            message.route = writer.message(columns)
        case .heartbeat(let columns):
            message.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_HEARTBEAT
            message.heartbeat = writer.message(columns)
        case .record(let columns):
            message.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_RECORD
            message.record = writer.message(columns)
        }
    }
}
