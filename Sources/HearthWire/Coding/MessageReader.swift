internal import CHearthProtocol
internal import HearthModel

/// Reads the fields of messages that protobuf-c has unpacked into an arena, and checks what protobuf-c does not check:
/// UTF-8 and NUL in strings, and the widths of columns.
///
/// Unsafe pointers: protobuf-c's messages consist of them. None leaves this type except to be copied or compared while
/// the frame exists.
struct MessageReader {
    let arena: Arena
    let units: UnitCache
    let devices: DeviceCache
    let keys: KeyCache
    /// Whether this is a reply, in which additions of a newer server are ignored.
    let isReply: Bool

    // MARK: Messages

    /// The message that a field points to; nil when the field is absent.
    func message<Message: WireMessage>(
        _ pointer: UnsafeMutablePointer<Message.CMessage>?,
        _ field: @autoclosure () -> String
    ) throws(HearthError) -> Message? {
        guard let pointer else { return nil }
        return try locating(field(), Message(pointer.pointee, self))
    }

    /// The message that a field must hold.
    func required<Message: WireMessage>(
        _ pointer: UnsafeMutablePointer<Message.CMessage>?,
        _ field: @autoclosure () -> String
    ) throws(HearthError) -> Message {
        guard let message: Message = try message(pointer, field()) else {
            throw HearthError(.invalidArgument, "The field is missing.", field: field())
        }
        return message
    }

    /// The messages of a repeated field.
    func messages<Message: WireMessage>(
        _ pointers: MessageList<Message.CMessage>,
        _ count: Int,
        _ field: @autoclosure () -> String,
        atMost limit: Int = .max
    ) throws(HearthError) -> [Message] {
        guard count <= limit else {
            throw HearthError(
                .limitExceeded,
                "The list has \(count) entries, and the limit is \(limit).",
                field: field()
            )
        }
        guard count > 0, let pointers else { return [] }
        var messages: [Message] = []
        messages.reserveCapacity(count)
        for index in 0..<count {
            messages.append(try required(pointers[index], "\(field())[\(index)]"))
        }
        return messages
    }

    /// The messages of a repeated field whose elements name a type. In a reply, an element with an unknown type or
    /// content is nil; in a request it is refused.
    func knownMessages<Message: WireMessage>(
        _ pointers: MessageList<Message.CMessage>,
        _ count: Int,
        _ field: String,
        atMost limit: Int = .max
    ) throws(HearthError) -> [Message?] {
        guard isReply else {
            return try messages(pointers, count, field, atMost: limit)
        }
        guard count <= limit else {
            throw HearthError(.limitExceeded, "The list has \(count) entries, and the limit is \(limit).", field: field)
        }
        var messages: [Message?] = []
        for index in 0..<count {
            do throws(HearthError) {
                messages.append(try message(pointers?[index], "\(field)[\(index)]"))
            } catch {
                let element = "\(field)[\(index)]"
                let isUnknown =
                    switch error.code {
                    case .unknownType: error.field == element + ".type"
                    case .unimplemented: error.field == element + ".payload"
                    case .invalidArgument: error.field == element + ".value"
                    case .valueOutOfRange: error.field == element + ".name"
                    case .incompatibleUnit: error.field == element + ".quantity_value.unit"
                    default: false
                    }
                guard isUnknown else { throw error }
                messages.append(nil)
            }
        }
        return messages
    }

    // MARK: Presence

    // A scalar that may be absent is the only member of a oneof, whose case is 0 if it is absent.

    /// A scalar; nil when it is absent.
    func value<Value>(_ value: Value, if presence: some RawRepresentable<UInt32>) -> Value? {
        presence.rawValue == 0 ? nil : value
    }

    /// A time; nil when it is absent.
    func time(_ nanoseconds: Int64, if presence: some RawRepresentable<UInt32>) -> Timestamp? {
        value(Timestamp(nanoseconds: nanoseconds), if: presence)
    }

    /// A string; nil when it is absent, which differs from "".
    func text(
        _ pointer: UnsafeMutablePointer<CChar>?,
        _ field: @autoclosure () -> String,
        if presence: some RawRepresentable<UInt32>
    ) throws(HearthError) -> String? {
        presence.rawValue == 0 ? nil : try text(pointer, field())
    }

    // MARK: Texts

    /// A string of at most `limit` bytes.
    func text(
        _ pointer: UnsafeMutablePointer<CChar>?,
        _ field: @autoclosure () -> String,
        atMost limit: Int = Int(Limits.standard.stringBytes)
    ) throws(HearthError) -> String {
        guard let bytes = bytes(ofText: pointer) else { return "" }
        guard bytes.count <= limit else {
            throw HearthError(
                .limitExceeded,
                "The text has \(bytes.count) bytes, and the limit is \(limit).",
                field: field()
            )
        }
        guard !bytes.contains(0) else {
            throw HearthError(.malformedText, "The text holds NUL.", field: field())
        }
        guard let pointer, let text = String(validatingCString: pointer) else {
            throw HearthError(.malformedText, "The text is not UTF-8.", field: field())
        }
        return text
    }

    /// A string that may not be empty.
    func name(
        _ pointer: UnsafeMutablePointer<CChar>?,
        _ field: @autoclosure () -> String,
        atMost limit: Int = Int(Limits.standard.stringBytes)
    ) throws(HearthError) -> String {
        let text = try text(pointer, field(), atMost: limit)
        guard !text.isEmpty else {
            throw HearthError(.malformedText, "The text is empty.", field: field())
        }
        return text
    }

    /// A key of metadata: a string that may not be empty.
    func key(
        _ pointer: UnsafeMutablePointer<CChar>?,
        _ field: @autoclosure () -> String
    ) throws(HearthError) -> String {
        guard let bytes = bytes(ofText: pointer) else { return try name(pointer, field()) }
        if let key = keys.key(bytes) { return key }
        let key = try name(pointer, field())
        keys.insert(key, bytes)
        return key
    }

    /// The strings of a repeated field.
    func texts(
        _ pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
        _ count: Int,
        _ field: @autoclosure () -> String
    ) throws(HearthError) -> [String] {
        guard count > 0, let pointers else { return [] }
        var texts: [String] = []
        texts.reserveCapacity(count)
        for index in 0..<count {
            texts.append(try text(pointers[index], "\(field())[\(index)]"))
        }
        return texts
    }

    /// The bytes of a string, including NUL; nil for protobuf-c's static empty string, which means absence.
    func bytes(ofText pointer: UnsafeMutablePointer<CChar>?) -> UnsafeBufferPointer<UInt8>? {
        guard let pointer else { return nil }
        let size: Int
        if pointer.pointee == 0 {
            guard let allocated = arena.size(of: pointer) else { return nil }
            size = allocated
        } else {
            size = arena.sizeOfAllocation(pointer)
        }
        // protobuf-c adds a NUL of its own.
        return UnsafeBufferPointer(
            start: UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self),
            count: size - 1
        )
    }

    // MARK: Types and units

    /// The type that an identifier names.
    func type(
        _ pointer: UnsafeMutablePointer<CChar>?,
        _ field: @autoclosure () -> String
    ) throws(HearthError) -> ObjectType {
        // Every save calls this: a known identifier is found without creating a string.
        if let bytes = bytes(ofText: pointer), let type = ObjectType(utf8: bytes) {
            return type
        }
        let identifier = try text(pointer, field())
        return try locating(field(), ObjectType.lookup(identifier))
    }

    /// The types of a repeated field of identifiers.
    func types(
        _ pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
        _ count: Int,
        _ field: @autoclosure () -> String
    ) throws(HearthError) -> [ObjectType] {
        guard count > 0, let pointers else { return [] }
        var types: [ObjectType] = []
        for index in 0..<count {
            types.append(try type(pointers[index], "\(field())[\(index)]"))
        }
        return types
    }

    /// A unit; nil when the text is empty.
    func unit(
        _ pointer: UnsafeMutablePointer<CChar>?,
        _ field: @autoclosure () -> String
    ) throws(HearthError) -> Unit? {
        // Every save calls this: an app usually saves in the same unit.
        if let bytes = bytes(ofText: pointer), let unit = units.last(bytes) {
            return unit
        }
        let text = try text(pointer, field(), atMost: Limits.unitBytes)
        guard !text.isEmpty else { return nil }
        return try locating(field(), units.unit(text))
    }

    // MARK: Devices

    /// A device; nil when the field is absent.
    func device(
        _ pointer: UnsafeMutablePointer<Hearth__V1__Device>?,
        _ field: @autoclosure () -> String
    ) throws(HearthError) -> Device? {
        guard let pointer else { return nil }
        // Every save calls this: an app usually sends the same device.
        if let known = devices.device(pointer.pointee, self) {
            return known
        }
        let device = try locating(field(), Device(pointer.pointee, self))
        devices.remember(device)
        return device
    }

    // MARK: Bytes

    /// Raw bytes, at most `limit`.
    func bytes(
        _ data: ProtobufCBinaryData,
        _ field: @autoclosure () -> String,
        atMost limit: Int
    ) throws(HearthError) -> [UInt8] {
        guard data.len <= limit else {
            throw HearthError(
                .limitExceeded,
                "The field has \(data.len) bytes, and the limit is \(limit).",
                field: field()
            )
        }
        return Array(UnsafeBufferPointer(start: data.data, count: data.len))
    }

    /// An anchor, which only the store can read.
    func anchor(_ data: ProtobufCBinaryData) throws(HearthError) -> EncodedAnchor {
        EncodedAnchor(try bytes(data, "anchor", atMost: Limits.anchorBytes))
    }

    /// One identifier.
    func id(_ data: ProtobufCBinaryData, _ field: @autoclosure () -> String) throws(HearthError) -> ObjectID {
        guard data.len == MemoryLayout<ObjectID>.size, let bytes = data.data else {
            throw HearthError(.malformedColumn, "The UUID has \(data.len) bytes instead of 16.", field: field())
        }
        return UnsafeRawPointer(bytes).loadUnaligned(as: ObjectID.self)
    }

    /// A column of values that have the same layout in memory as on the wire.
    func column<Element: BitwiseCopyable>(
        _ data: ProtobufCBinaryData,
        _ field: @autoclosure () -> String
    ) throws(HearthError) -> [Element] {
        // Every save calls this: most columns are empty.
        guard data.len > 0 else { return [] }
        return Array(try elements(data, field()))
    }

    /// The values of a column in place, in the memory of the frame.
    func elements<Element: BitwiseCopyable>(
        _ data: ProtobufCBinaryData,
        _ field: @autoclosure () -> String
    ) throws(HearthError) -> UnsafeBufferPointer<Element> {
        let width = MemoryLayout<Element>.size
        guard data.len > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        guard data.len.isMultiple(of: width) else {
            throw HearthError(
                .malformedColumn,
                "The column has \(data.len) bytes, which is not a whole number of values of \(width) bytes.",
                field: field()
            )
        }
        // protobuf-c copied the bytes into the arena, which aligns them for every element.
        let count = data.len / width
        let start = UnsafeMutableRawPointer(data.data).bindMemory(to: Element.self, capacity: count)
        return UnsafeBufferPointer(start: start, count: count)
    }
}
