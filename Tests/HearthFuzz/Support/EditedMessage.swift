/// A message of which single numbers can be replaced.
///
/// It is read by its encoding alone: bytes that can be a message are taken for one. A column or a text that is taken for
/// a message by mistake is one more way to damage it.
struct EditedMessage {
    fileprivate struct Field {
        let number: UInt64
        var content: Content
    }

    fileprivate enum Content {
        case number(UInt64)
        case fixed([UInt8])
        case bytes([UInt8])
        case message(EditedMessage)
    }

    private var fields: [Field] = []

    /// The places at which a number can be put, in this message and in those inside it.
    var places: Int {
        fields.reduce(0) { sum, field in
            if case .message(let message) = field.content { sum + message.places } else { sum + 1 }
        }
    }

    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let field = Field(&rest) else { return nil }
            fields.append(field)
        }
    }

    /// Puts a number at a place: in the place of one that is there, or of a few bytes, which `choices` finds.
    mutating func put(_ number: UInt64, at place: Int, _ choices: inout Choices) {
        var place = place
        for index in fields.indices {
            guard case .message(var message) = fields[index].content else {
                if place == 0 {
                    return fields[index].put(number, &choices)
                }
                place -= 1
                continue
            }
            if place < message.places {
                message.put(number, at: place, &choices)
                fields[index].content = .message(message)
                return
            }
            place -= message.places
        }
    }

    var encoded: [UInt8] {
        var output = WireBytes()
        for field in fields {
            let number = Int(field.number)
            switch field.content {
            case .number(let value): output.number(number, value)
            case .fixed(let bytes): output.fixed(number, bytes)
            case .bytes(let bytes): output.bytes(number, bytes)
            case .message(let message): output.bytes(number, message.encoded)
            }
        }
        return output.encoded
    }
}

/// The numbers of Hearth's fields are far below.
private let greatestNumber: UInt64 = 1_000

extension EditedMessage.Field {
    /// Takes a field from the front of bytes; nil: they do not begin with one.
    init?(_ rest: inout ArraySlice<UInt8>) {
        guard let tag = rest.takeVarint(), (1...greatestNumber).contains(tag >> 3) else { return nil }
        number = tag >> 3
        switch tag & 7 {
        case 0:
            guard let value = rest.takeVarint() else { return nil }
            content = .number(value)
        case 1, 5:
            let width = tag & 7 == 1 ? 8 : 4
            guard rest.count >= width else { return nil }
            content = .fixed(Array(rest.prefix(width)))
            rest = rest.dropFirst(width)
        case 2:
            guard let length = rest.takeVarint(), length <= UInt64(rest.count) else { return nil }
            let bytes = Array(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
            let message = bytes.isEmpty ? nil : EditedMessage(bytes)
            content = message.map { .message($0) } ?? .bytes(bytes)
        default: return nil
        }
    }

    mutating func put(_ value: UInt64, _ choices: inout Choices) {
        switch content {
        case .number: content = .number(value)
        case .fixed(let bytes): content = .fixed(bytes.replacing(bytes.count, at: 0, by: value))
        case .bytes(let bytes):
            let width = choices.flag() ? 4 : 8
            let place = choices.below(max(bytes.count / width, 1)) * width
            content = .bytes(bytes.replacing(width, at: place, by: value))
        case .message: break
        }
    }
}

extension [UInt8] {
    /// With a little-endian number of some bytes in the place of as many of these, as far as there are any.
    fileprivate func replacing(_ width: Int, at place: Int, by number: UInt64) -> [UInt8] {
        var bytes = self
        for offset in 0..<width where place + offset < count {
            bytes[place + offset] = UInt8(truncatingIfNeeded: number >> UInt64(8 * offset))
        }
        return bytes
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
}
