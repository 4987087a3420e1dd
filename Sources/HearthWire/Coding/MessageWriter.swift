internal import CHearthProtocol

/// Lays out messages in an arena for protobuf-c to pack.
///
/// Columns are not copied there: a field gets a token instead of an address, and when protobuf-c passes that token to
/// the output, the bytes are taken from the array itself. So a column is copied once, from the array to the frame, and
/// no pointer into an array outlives its call. Only short columns are copied, which costs less than a token.
///
/// Unsafe pointers: protobuf-c's messages consist of them.
final class MessageWriter {
    let arena: Arena
    /// The exclusivity of this and the following properties is not checked: nothing is called during an access.
    @exclusivity(unchecked) private var columns: [any AnyColumn] = []
    /// Whether a text contains NUL, which ends it for protobuf-c, so that the rest would be lost.
    @exclusivity(unchecked) private(set) var hasCutText = false

    init(_ arena: Arena) {
        self.arena = arena
    }

    /// Forgets the columns of the previous frame.
    func reset() {
        columns.removeAll(keepingCapacity: true)
        hasCutText = false
    }

    // MARK: Messages

    /// Lays out a message.
    func layOut<Message: WireMessage>(_ message: Message) -> UnsafeMutablePointer<Message.CMessage> {
        let pointer = allocate(1, of: Message.CMessage.self)
        Message.initialize(pointer)
        message.write(to: &pointer.pointee, self)
        return pointer
    }

    /// A message field; nil: absent.
    func message<Message: WireMessage>(_ message: Message?) -> UnsafeMutablePointer<Message.CMessage>? {
        guard let message else { return nil }
        return layOut(message)
    }

    /// A repeated field of messages.
    func messages<Message: WireMessage>(
        _ messages: [Message]
    ) -> MessageList<Message.CMessage> {
        guard !messages.isEmpty else { return nil }
        let pointers = allocate(messages.count, of: UnsafeMutablePointer<Message.CMessage>?.self)
        for (index, message) in messages.enumerated() {
            (pointers + index).initialize(to: layOut(message))
        }
        return pointers
    }

    // MARK: Texts

    /// A string with its NUL.
    func text(_ text: String) -> UnsafeMutablePointer<CChar> {
        let count = text.utf8.count
        let pointer = allocate(count + 1, of: CChar.self)
        var position = pointer
        for byte in text.utf8 {
            hasCutText = hasCutText || byte == 0
            position.initialize(to: CChar(bitPattern: byte))
            position += 1
        }
        position.initialize(to: 0)
        return pointer
    }

    /// A repeated field of strings.
    func texts(_ texts: [String]) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        guard !texts.isEmpty else { return nil }
        let pointers = allocate(texts.count, of: UnsafeMutablePointer<CChar>?.self)
        for (index, text) in texts.enumerated() {
            (pointers + index).initialize(to: self.text(text))
        }
        return pointers
    }

    // MARK: Columns

    /// A column, as a token.
    func column<Element: BitwiseCopyable>(_ elements: [Element]) -> ProtobufCBinaryData {
        guard !elements.isEmpty else { return ProtobufCBinaryData() }
        guard elements.count * MemoryLayout<Element>.size > MessageWriter.shortColumnBytes else {
            return copied(elements)
        }
        columns.append(Column(elements: elements))
        return ProtobufCBinaryData(
            len: elements.count * MemoryLayout<Element>.size,
            data: UnsafeMutablePointer(bitPattern: MessageWriter.tokenBit | UInt(columns.count - 1))
        )
    }

    private func copied<Element: BitwiseCopyable>(_ elements: [Element]) -> ProtobufCBinaryData {
        elements.withUnsafeBytes { bytes in
            let copy = allocate(bytes.count, of: UInt8.self)
            UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyMemory(from: bytes)
            return ProtobufCBinaryData(len: bytes.count, data: copy)
        }
    }

    private static let shortColumnBytes = 256

    /// Whether there are columns that only the output can put in.
    var hasTokens: Bool { !columns.isEmpty }

    /// Appends protobuf-c's output: the column of a token, or the bytes themselves.
    func append(_ bytes: UnsafeBufferPointer<UInt8>, to frame: inout [UInt8]) {
        let address = UInt(bitPattern: bytes.baseAddress)
        guard address & MessageWriter.tokenBit != 0 else {
            frame.append(contentsOf: bytes)
            return
        }
        columns[Int(address & ~MessageWriter.tokenBit)].append(to: &frame)
    }

    /// The highest bit of an address: no process on a 64-bit system has memory there, so a token is never an address.
    private static let tokenBit: UInt = 1 << 63

    private func allocate<Value>(_ count: Int, of type: Value.Type) -> UnsafeMutablePointer<Value> {
        guard let memory = arena.allocate(count * MemoryLayout<Value>.stride) else {
            preconditionFailure("the arena of a frame to be packed has no budget")
        }
        return memory.bindMemory(to: type, capacity: count)
    }
}

/// A column of any element.
private protocol AnyColumn {
    func append(to frame: inout [UInt8])
}

private struct Column<Element: BitwiseCopyable>: AnyColumn {
    let elements: [Element]

    func append(to frame: inout [UInt8]) {
        elements.withUnsafeBytes { frame.append(contentsOf: $0) }
    }
}

#if _endian(big)
    #error("columns are little-endian on the wire and are copied as they are in memory")
#endif
