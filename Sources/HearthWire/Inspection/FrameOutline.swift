internal import HearthModel

/// The sender of a frame.
package enum FrameSender: Hashable, Sendable {
    case client
    case server
}

/// A frame as text for troubleshooting: the call, the request or reply, and the fields with the names of hearth.proto.
/// A broken frame is shown up to the fault.
///
/// Nesting is bounded by the schema, in which no message contains itself.
package struct FrameOutline {
    /// The number of the call; 0 if the frame names none.
    package private(set) var call: UInt64 = 0
    /// The request or reply, for example `save`; nil: this version knows none in the frame.
    package private(set) var content: String?
    /// A line for each field, indented by its depth.
    package private(set) var lines: [String] = []
    /// The position of the fault with its enclosing fields; nil: the frame is intact.
    package private(set) var fault: String?
    private let bytes: [UInt8]
    private let showsValues: Bool

    /// - Parameter body: the frame without its length.
    package init(_ body: [UInt8], from sender: FrameSender, showingValues showsValues: Bool) {
        bytes = body
        self.showsValues = showsValues
        guard let schema = MessageSchema.frame(from: sender) else { return }
        do throws(BrokenField) {
            try add(schema, bytes.indices, depth: 0)
        } catch {
            let path = error.path.isEmpty ? "" : " in \(error.path.joined(separator: "."))"
            fault = "byte \(error.fault.position) of the body\(path): \(error.fault.problem)"
        }
    }

    /// A fault and its enclosing fields.
    private struct BrokenField: Error {
        var path: [String] = []
        let fault: WireFault
    }

    private mutating func add(_ schema: MessageSchema, _ range: Range<Int>, depth: Int) throws(BrokenField) {
        var scanner = WireScanner(bytes, in: range)
        while !scanner.isAtEnd {
            let number: UInt32
            let found: WireContent
            do throws(WireFault) {
                (number, found) = try scanner.next()
            } catch {
                throw BrokenField(fault: error)
            }
            guard let field = schema.field(number) else {
                addLine("unknown field \(number): \(found.sizeText)", depth)
                continue
            }
            if depth == 0 {
                note(field, found)
            }
            try add(field, found, depth: depth)
        }
    }

    private mutating func note(_ field: FieldSchema, _ found: WireContent) {
        if field.name == "call", case .number(let number) = found {
            call = number
        } else {
            content = field.name
        }
    }

    private mutating func add(_ field: FieldSchema, _ found: WireContent, depth: Int) throws(BrokenField) {
        guard case .message(let schema)? = field.kind, case .bytes(let range) = found else {
            if depth > 0 || field.name != "call" {
                addLine("\(field.name): \(text(of: field, found))", depth)
            }
            return
        }
        guard !range.isEmpty else { return addLine("\(field.name) {}", depth) }
        addLine("\(field.name) {", depth)
        do throws(BrokenField) {
            try add(schema, range, depth: depth + 1)
        } catch {
            throw BrokenField(path: [field.name] + error.path, fault: error.fault)
        }
        addLine("}", depth)
    }

    private mutating func addLine(_ text: String, _ depth: Int) {
        lines.append(String(repeating: "  ", count: depth) + text)
    }

    // MARK: - Values

    private static let hidden = "hidden"

    private func text(of field: FieldSchema, _ found: WireContent) -> String {
        switch (field.kind, found) {
        case (.text, .bytes(let range)):
            let text = String(decoding: bytes[range], as: UTF8.self)
            return showsValues || Disclosure.shows(field.path, text) ? text.escaped : FrameOutline.hidden
        case (.bytes, .bytes) where Disclosure.isSecret(field.path): return FrameOutline.hidden
        case (.bytes, .bytes(let range)):
            return columnText(field, range)
        case (.message, _), (nil, _), (.text, _), (.bytes, _):
            return "\(found.sizeText) instead of another kind of field"
        default:
            guard showsValues || Disclosure.shows(field.path) else { return FrameOutline.hidden }
            return scalarText(field, found)
        }
    }

    private func scalarText(_ field: FieldSchema, _ found: WireContent) -> String {
        switch (field.kind, found) {
        case (.enumeration(let schema), .number(let number)): schema.name(of: number)
        case (.unsigned, .number(let number)): "\(number)"
        case (.signed, .number(let number)): "\(Int64(bitPattern: number))"
        case (.truth, .number(let number)): number == 0 ? "false" : "true"
        case (.double, .eightBytes(let bits)): "\(Double(bitPattern: bits))"
        default: "\(found.sizeText) instead of another kind of field"
        }
    }

    /// The most rows of a column that are printed.
    private static let rowsMax = 16

    private func columnText(_ field: FieldSchema, _ range: Range<Int>) -> String {
        let isShown = showsValues || Disclosure.shows(field.path)
        guard let kind = ColumnKind(of: field.path) else {
            return isShown ? bytes[range].hexText : FrameOutline.hidden
        }
        guard range.count.isMultiple(of: kind.width) else {
            return "\(range.count) bytes, not a multiple of \(kind.width)"
        }
        let rows = range.count / kind.width
        let count = rows == 1 ? "1 row" : "\(rows) rows"
        guard isShown else { return "\(count), hidden" }
        let texts = stride(from: range.lowerBound, to: range.upperBound, by: kind.width).prefix(FrameOutline.rowsMax)
            .map { rowText(kind, bytes[$0..<$0 + kind.width]) }
        let more = rows > FrameOutline.rowsMax ? ", and \(rows - FrameOutline.rowsMax) more" : ""
        return "\(count): \(texts.joined(separator: ", "))\(more)"
    }

    private func rowText(_ kind: ColumnKind, _ row: ArraySlice<UInt8>) -> String {
        let number = UInt64(littleEndianBytes: row.prefix(8))
        return switch kind {
        case .int64: "\(Int64(bitPattern: number))"
        case .uint32, .flag: "\(number)"
        case .float64: "\(Double(bitPattern: number))"
        case .uuid: ObjectID(bytes: row).map { "\($0)" } ?? row.hexText
        }
    }
}

extension Collection<UInt8> {
    fileprivate var hexText: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
}

extension String {
    /// In quotes, without characters that a terminal would interpret.
    fileprivate var escaped: String {
        let scalars = unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case _
            where [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory):
                "\\u{\(String(scalar.value, radix: 16))}"
            default: "\(scalar)"
            }
        }
        return "\"\(scalars.joined())\""
    }
}
