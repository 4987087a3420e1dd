/// The body of a frame in which a singular message occurred more than once, with each one merged.
///
/// Protobuf merges such a message: the result is what its contents hold one after the other. protobuf-c merges lists and
/// texts only: the last message of a `oneof` replaces the one before, and absent members of a `oneof` refuse the frame.
/// No encoder repeats messages, so this is off the usual path.
struct MergedBody {
    private(set) var bytes: [UInt8] = []
    private var hasMerged = false

    /// Nil if no singular message occurs twice, or the body is malformed.
    init?(_ body: RawSpan, from sender: FrameSender) {
        guard let schema = MessageSchema.frame(from: sender) else { return nil }
        let body = body.withUnsafeBytes { [UInt8]($0) }
        do throws(WireFault) {
            bytes = try merging(body, body.indices, schema)
        } catch {
            return nil
        }
        guard hasMerged else { return nil }
    }

    /// The message in a range of bytes, with each singular message in it once. The depth is bounded by the schema, in
    /// which no message contains itself.
    private mutating func merging(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ schema: MessageSchema
    ) throws(WireFault) -> [UInt8] {
        let singular = try singularMessages(bytes, range, schema)
        var merged: [UInt8] = []
        merged.reserveCapacity(range.count)
        var scanner = WireScanner(bytes, in: range)
        while !scanner.isAtEnd {
            let start = scanner.position
            let (number, content) = try scanner.next()
            guard let field = schema.field(number), let message = field.message, case .bytes(let range) = content
            else {
                merged.append(contentsOf: bytes[start..<scanner.position])
                continue
            }
            guard !field.isRepeated else {
                merged.appendMessage(number, try merging(bytes, range, message))
                continue
            }
            guard let found = singular.first(where: { $0.number == number }), found.start == start else { continue }
            let contents = found.contents
            merged.appendMessage(
                number,
                contents.isEmpty
                    ? try merging(bytes, range, message) : try merging(contents, contents.indices, message)
            )
        }
        return merged
    }

    /// A singular message, or another member of a `oneof`. Its last occurrence counts.
    private struct Singular {
        let oneof: UInt32?
        var number: UInt32
        /// Where its last occurrence starts.
        var start: Int
        var range: Range<Int>
        /// The contents of all occurrences. Empty if there is one.
        var contents: [UInt8] = []

        func isReplaced(by field: FieldSchema, _ number: UInt32) -> Bool {
            self.number == number || oneof != nil && oneof == field.oneof
        }
    }

    private mutating func singularMessages(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ schema: MessageSchema
    ) throws(WireFault) -> [Singular] {
        var found: [Singular] = []
        var scanner = WireScanner(bytes, in: range)
        while !scanner.isAtEnd {
            let start = scanner.position
            let (number, content) = try scanner.next()
            guard let field = schema.field(number), !field.isRepeated else { continue }
            var range = start..<start
            if field.message != nil, case .bytes(let content) = content {
                range = content
            } else if field.oneof == nil {
                continue
            }
            guard let index = found.firstIndex(where: { $0.isReplaced(by: field, number) }) else {
                found.append(Singular(oneof: field.oneof, number: number, start: start, range: range))
                continue
            }
            if found[index].number == number, field.message != nil {
                hasMerged = true
                if found[index].contents.isEmpty {
                    found[index].contents = Array(bytes[found[index].range])
                }
                found[index].contents.append(contentsOf: bytes[range])
            } else {
                found[index].number = number
                found[index].contents = []
            }
            found[index].start = start
            found[index].range = range
        }
        return found
    }
}

extension [UInt8] {
    /// Appends a field that holds a message.
    fileprivate mutating func appendMessage(_ number: UInt32, _ content: [UInt8]) {
        appendVarint(UInt64(number) << 3 | 2)
        appendVarint(UInt64(content.count))
        append(contentsOf: content)
    }

    private mutating func appendVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
