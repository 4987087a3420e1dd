/// A message of the protocol as its fields stand in the bytes, to be changed anywhere and written again. It is read with
/// the schema alone, so that it can hold what no value of the model can.
struct MessageTree: Hashable, Sendable {
    /// The message's name in hearth.proto.
    var name: String
    var fields: [Field] = []

    /// One field as it occurs.
    struct Field: Hashable, Sendable {
        var number: UInt64
        var value: Value
    }

    enum Value: Hashable, Sendable {
        case varint(UInt64)
        case fixed64(UInt64)
        case fixed32(UInt64)
        case bytes([UInt8])
        case message(MessageTree)
        /// A tag with this wire type and what follows it, as it is.
        case raw(wireType: UInt64, [UInt8])
    }

    init(_ name: String, _ fields: [Field] = []) {
        self.name = name
        self.fields = fields
    }

    /// Reads a message; nil when the bytes are none.
    init?(_ name: String, reading bytes: ArraySlice<UInt8>) {
        self.name = name
        var rest = bytes
        while !rest.isEmpty {
            guard let tag = rest.takeVarint(), let value = Value(tag, in: name, &rest) else { return nil }
            fields.append(Field(number: tag >> 3, value: value))
        }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    /// The message as a frame, with its length in front.
    var framed: [UInt8] {
        let body = bytes
        var frame: [UInt8] = []
        frame.appendLittleEndian(UInt64(body.count), width: 4)
        return frame + body
    }

    private func append(to bytes: inout [UInt8]) {
        for field in fields {
            bytes.appendVarint(field.number << 3 | field.value.wireType)
            switch field.value {
            case .varint(let number): bytes.appendVarint(number)
            case .fixed64(let number): bytes.appendLittleEndian(number, width: 8)
            case .fixed32(let number): bytes.appendLittleEndian(number, width: 4)
            case .bytes(let content): bytes.appendDelimited(content)
            case .message(let message): bytes.appendDelimited(message.bytes)
            case .raw(_, let content): bytes += content
            }
        }
    }
}

extension MessageTree.Value {
    fileprivate init?(_ tag: UInt64, in message: String, _ rest: inout ArraySlice<UInt8>) {
        switch tag & 7 {
        case 0:
            guard let number = rest.takeVarint() else { return nil }
            self = .varint(number)
        case 1:
            guard let number = rest.takeLittleEndian(width: 8) else { return nil }
            self = .fixed64(number)
        case 5:
            guard let number = rest.takeLittleEndian(width: 4) else { return nil }
            self = .fixed32(number)
        case 2:
            guard let length = rest.takeVarint(), length <= UInt64(rest.count) else { return nil }
            let content = rest.prefix(Int(length))
            rest.removeFirst(Int(length))
            guard let field = Schema.hearth.field(tag >> 3, of: message), field.isMessage else {
                self = .bytes(Array(content))
                return
            }
            guard let tree = MessageTree(field.type, reading: content) else { return nil }
            self = .message(tree)
        default:
            return nil
        }
    }

    fileprivate var wireType: UInt64 {
        switch self {
        case .varint: 0
        case .fixed64: 1
        case .bytes, .message: 2
        case .fixed32: 5
        case .raw(let wireType, _): wireType
        }
    }

    var isNumber: Bool {
        switch self {
        case .varint, .fixed64, .fixed32: true
        case .bytes, .message, .raw: false
        }
    }

    /// A number that differs from this one. Other values stay as they are.
    var otherNumber: MessageTree.Value {
        switch self {
        case .varint(let number): .varint(number ^ 1)
        case .fixed64(let number): .fixed64(number ^ 1)
        case .fixed32(let number): .fixed32(number ^ 1)
        case .bytes, .message, .raw: self
        }
    }

    static func double(_ number: Double) -> MessageTree.Value {
        .fixed64(number.bitPattern)
    }

    static func text(_ text: String) -> MessageTree.Value {
        .bytes(Array(text.utf8))
    }

    static func integer(_ number: Int64) -> MessageTree.Value {
        .varint(UInt64(bitPattern: number))
    }
}

extension [UInt8] {
    fileprivate mutating func appendDelimited(_ content: [UInt8]) {
        appendVarint(UInt64(content.count))
        self += content
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func takeVarint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard let byte = popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }

    fileprivate mutating func takeLittleEndian(width: Int) -> UInt64? {
        guard count >= width else { return nil }
        defer { removeFirst(width) }
        return prefix(width).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
