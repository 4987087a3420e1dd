internal import HearthModel
internal import HearthWire

/// Encodes metadata, and the other values that a block keeps as they are on the wire, and decodes them.
///
/// Nothing else of the store knows the encoding of the wire. Each thread has its own coder, as it reuses memory.
///
/// Unsafe pointers: a block's bytes are decoded where they lie, for the time of a call.
package final class MetadataCoder {
    private let messages = AttachmentCoder()

    package init() {}

    func encode(_ attachments: Attachments) -> [UInt8] { messages.encode(attachments) }

    /// Throws `STORAGE_CORRUPT` for bytes that no `encode` made.
    func decode(_ bytes: UnsafeRawBufferPointer) throws(HearthError) -> Attachments { try messages.decode(bytes) }
}
