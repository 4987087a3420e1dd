internal import CHearthProtocol
package import HearthModel

/// A message of columns without columns.
extension Attachments: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__SampleColumns> { hearth__v1__sample_columns__init }

    init(_ message: Hearth__V1__SampleColumns, _ reader: MessageReader) throws(HearthError) {
        self.init(
            provenances: try reader.messages(message.provenances, message.n_provenances, "provenances"),
            metadata: try reader.messages(message.metadata, message.n_metadata, "metadata")
        )
        switch message.payload_case {
        case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_WORKOUT:
            let workout: WorkoutColumns = try reader.required(message.workout, "workout")
            details = workout.details
        case HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_RECORD:
            let columns: RecordColumns = try reader.required(message.record, "record")
            records = columns.records
        default: break
        }
    }

    func write(to message: inout Hearth__V1__SampleColumns, _ writer: MessageWriter) {
        message.n_provenances = provenances.count
        message.provenances = writer.messages(provenances)
        message.n_metadata = metadata.count
        message.metadata = writer.messages(metadata)
        if !details.isEmpty {
            message.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_WORKOUT
            message.workout = writer.message(WorkoutColumns(activityTypes: [], details: details))
        }
        if !records.isEmpty {
            message.payload_case = HEARTH__V1__SAMPLE_COLUMNS__PAYLOAD_RECORD
            message.record = writer.message(RecordColumns(records: records))
        }
    }
}

/// Encodes attachments as messages, and decodes them. Each thread has its own coder.
///
/// Unsafe pointers: protobuf-c passes addresses, which do not outlive the calls.
package final class AttachmentCoder {
    private let arena = Arena()
    private let writer: MessageWriter
    private let units = UnitCache()
    private let devices = DeviceCache()
    private let keys = KeyCache()

    package init() {
        writer = MessageWriter(arena)
    }

    package func encode(_ attachments: Attachments) -> [UInt8] {
        arena.reset(budget: Arena.budgetMax)
        defer { writer.reset() }
        let message = UnsafeRawPointer(writer.layOut(attachments)).assumingMemoryBound(to: ProtobufCMessage.self)
        var bytes: [UInt8] = []
        MessageOutput.pack(message, protobuf_c_message_get_packed_size(message), writer, to: &bytes)
        return bytes
    }

    /// Throws `STORAGE_CORRUPT` for bytes that no `encode` made.
    package func decode(_ bytes: UnsafeRawBufferPointer) throws(HearthError) -> Attachments {
        // The store wrote the bytes and has checked them, so the budget is larger than for a client's messages.
        arena.reset(budget: 1 << 20 + 256 * bytes.count)
        let message = arena.withAllocator { allocator in
            hearth__v1__sample_columns__unpack(
                allocator,
                bytes.count,
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            )
        }
        guard let message else {
            throw HearthError(.storageCorrupt, "The stored attachments are not a message of the protocol.")
        }
        do throws(HearthError) {
            return try Attachments(
                message.pointee,
                MessageReader(arena: arena, units: units, devices: devices, keys: keys, isReply: true)
            )
        } catch {
            throw HearthError(.storageCorrupt, "The stored attachments break the rules of the protocol.")
        }
    }
}
