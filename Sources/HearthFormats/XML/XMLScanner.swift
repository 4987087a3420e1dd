import Foundation

/// Cuts UTF-8 XML into elements for a handler: exports of Apple Health, which have gigabytes, and workout files. It does
/// what ``XMLReader`` does with Expat and the repairs of ``XMLFilter``, in a fifth of the time.
///
/// What Expat takes it takes too, and hands out the same elements. It is more lenient: names may have any bytes, for
/// example, and no blank need be between attributes. Declarations of a document type are skipped, so no entity is known
/// but the five of XML. Memory is bounded: by the limits on tags, texts, depth and namespaces.
final class XMLScanner: XMLParsing {
    private let handler: any XMLHandler
    private var scan = XMLScan()

    init(_ handler: any XMLHandler) {
        self.handler = handler
    }

    func push(_ bytes: RawSpan) throws(FormatError) {
        scan.append(bytes)
        try scan.parse(isFinal: false, handler)
    }

    func finish() throws(FormatError) {
        try scan.parse(isFinal: true, handler)
        try handler.finish()
    }
}

/// The work of a scanner: a value, because objects check each access to each of their properties.
///
/// Unsafe pointers: the bytes lie in a buffer that this value owns, so that handlers get texts without copies.
private struct XMLScan: ~Copyable {
    private var buffer: UnsafeMutablePointer<UInt8>
    private var capacity = 512 << 10
    private var count = 0
    /// Bytes at the start of the buffer that are UTF-8 without control bytes.
    private var checkedCount = 0
    /// The position of the buffer in the file.
    private var offset = 0

    /// The names of the open elements, one after the other.
    private var names: [UInt8] = []
    private var nameEnds: [Int] = []
    private var attributes: [XMLAttribute] = []
    /// The attributes of the tag in which references or blanks are to be replaced.
    private var unfinished: [Int] = []
    private var hasRoot = false
    /// Bytes before the root element that are not UTF-8.
    private var blanked = 0
    private static let maxBlanked = 256
    private var namespaces = XMLNamespaces()
    /// Whether the handler wants the text of the element that began last.
    private var wantsText = false
    private var text: [UInt8] = []

    init() {
        buffer = .allocate(capacity: capacity)
    }

    deinit {
        buffer.deallocate()
    }

    mutating func append(_ bytes: RawSpan) {
        reserve(bytes.byteCount)
        bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress {
                memcpy(buffer + count, start, bytes.count)
            }
        }
        count += bytes.byteCount
    }

    private mutating func reserve(_ more: Int) {
        guard count + more > capacity else { return }
        capacity = (count + more) * 2
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        memcpy(larger, buffer, count)
        buffer.deallocate()
        buffer = larger
    }

    mutating func parse(isFinal: Bool, _ handler: any XMLHandler) throws(FormatError) {
        var position = 0
        while true {
            let valid = XMLBytes.check(buffer, from: checkedCount, to: count)
            checkedCount = valid.end
            while let next = try token(at: position, handler) {
                position = next
            }
            guard !valid.isValid else { break }
            // A declaration of a document type is not looked at.
            blanked += 1
            guard !hasRoot, blanked <= Self.maxBlanked else { throw error(.malformed, checkedCount) }
            buffer[checkedCount] = 0x20
        }
        guard !isFinal || checkedCount == count else { throw error(.truncated, count) }
        guard count - position <= XMLReader.maxTagBytes else { throw error(.tooLong, position) }
        memmove(buffer, buffer + position, count - position)
        count -= position
        checkedCount -= position
        offset += position
        guard !isFinal || count == 0 && hasRoot && nameEnds.isEmpty else { throw error(.truncated, count) }
    }

    private func error(_ code: FormatError.Code, _ position: Int) -> FormatError {
        FormatError(code, at: offset + position)
    }

    // MARK: - Tokens

    /// Reads the text or the markup at a position. Returns where the next one begins; nil: it is not complete, or there is
    /// none.
    private mutating func token(at position: Int, _ handler: any XMLHandler) throws(FormatError) -> Int? {
        guard position < checkedCount else { return nil }
        guard buffer[position] == UInt8(ascii: "<") else { return try text(at: position) }
        guard position + 1 < checkedCount else { return nil }
        switch buffer[position + 1] {
        case UInt8(ascii: "/"): return try endTag(at: position, handler)
        case UInt8(ascii: "?"): return end(of: "?>", from: position + 2)
        case UInt8(ascii: "!"): return try declaration(at: position)
        default: return try startTag(at: position, handler)
        }
    }

    private mutating func text(at start: Int) throws(FormatError) -> Int? {
        var position = start
        while position < checkedCount, buffer[position] != UInt8(ascii: "<") {
            let byte = buffer[position]
            if nameEnds.isEmpty {
                // Strava's files, and others, begin with a byte order mark or blanks.
                guard byte <= 0x20 || !hasRoot && [0xef, 0xbb, 0xbf].contains(byte) else {
                    throw error(.malformed, position)
                }
                position += 1
            } else if byte == UInt8(ascii: "&") {
                guard let (scalar, end) = try reference(at: position) else { return position > start ? position : nil }
                if wantsText {
                    try admit(UTF8.width(scalar), at: position)
                    text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                }
                position = end
            } else {
                let end = XMLBytes.markup(buffer, from: position + 1, to: checkedCount)
                try collect(position..<end)
                position = end
            }
        }
        return position > start ? position : nil
    }

    private mutating func collect(_ range: Range<Int>) throws(FormatError) {
        guard wantsText else { return }
        try admit(range.count, at: range.lowerBound)
        text.append(contentsOf: UnsafeBufferPointer(start: buffer + range.lowerBound, count: range.count))
    }

    /// Throws if the text of the element would be too long with some bytes more.
    private func admit(_ more: Int, at position: Int) throws(FormatError) {
        guard text.count + more <= XMLReader.maxTextBytes else { throw error(.tooLong, position) }
    }

    /// The character of a reference, and where it ends; nil: it is not complete.
    private func reference(at position: Int) throws(FormatError) -> (Unicode.Scalar, Int)? {
        var end = position + 1
        while end < checkedCount, buffer[end] != UInt8(ascii: ";") {
            guard end - position < 16, buffer[end] > 0x20, buffer[end] != UInt8(ascii: "<") else {
                throw error(.malformed, position)
            }
            end += 1
        }
        guard end < checkedCount else { return nil }
        let name = XMLText(start: UnsafePointer(buffer + position + 1), count: end - position - 1)
        guard let scalar = XMLBytes.scalar(ofReference: name) else { throw error(.malformed, position) }
        return (scalar, end + 1)
    }

    /// Where a mark of a few bytes that ends with `>` ends; nil if it is not there.
    private func end(of mark: StaticString, from position: Int) -> Int? {
        let count = mark.utf8CodeUnitCount
        var start = position + count - 1
        while start < checkedCount {
            guard let found = memchr(buffer + start, Int32(UInt8(ascii: ">")), checkedCount - start) else { return nil }
            let end = UnsafeRawPointer(buffer).distance(to: UnsafeRawPointer(found)) + 1
            if begins(mark, at: end - count) { return end }
            start = end
        }
        return nil
    }

    private func begins(_ mark: StaticString, at position: Int) -> Bool {
        let count = mark.utf8CodeUnitCount
        return position + count <= checkedCount && memcmp(buffer + position, mark.utf8Start, count) == 0
    }

    private mutating func declaration(at position: Int) throws(FormatError) -> Int? {
        if begins("<!--", at: position) { return end(of: "-->", from: position + 4) }
        if !nameEnds.isEmpty, begins("<![CDATA[", at: position) {
            guard let end = end(of: "]]>", from: position + 9) else { return nil }
            try collect(position + 9..<end - 3)
            return end
        }
        if !hasRoot, begins("<!DOCTYPE", at: position) {
            var type = XMLDocumentType()
            for index in position + 3..<checkedCount {
                if case .end = type.step(buffer[index]) { return index + 1 }
            }
            return nil
        }
        guard checkedCount - position < "<![CDATA[".utf8.count else { throw error(.malformed, position) }
        return nil
    }

    private mutating func endTag(at position: Int, _ handler: any XMLHandler) throws(FormatError) -> Int? {
        let start = position + 2
        guard let found = memchr(buffer + start, Int32(UInt8(ascii: ">")), checkedCount - start) else { return nil }
        let end = UnsafeRawPointer(buffer).distance(to: UnsafeRawPointer(found))
        var nameEnd = end
        while nameEnd > start, buffer[nameEnd - 1] <= 0x20 {
            nameEnd -= 1
        }
        let name = UnsafeBufferPointer(start: buffer + start, count: nameEnd - start)
        let first = nameEnds.count > 1 ? nameEnds[nameEnds.count - 2] : 0
        guard !nameEnds.isEmpty, names[first...].elementsEqual(name) else { throw error(.malformed, position) }
        try endElement(at: position, handler)
        return end + 1
    }

    private mutating func endElement(at position: Int, _ handler: any XMLHandler) throws(FormatError) {
        namespaces.end(at: nameEnds.count)
        nameEnds.removeLast()
        names.removeLast(names.count - (nameEnds.last ?? 0))
        wantsText = false
        try handler.end(text: text.span, at: XMLPosition(offset: offset + position))
        text.removeAll(keepingCapacity: true)
    }

    // MARK: - Start tags

    private mutating func startTag(at position: Int, _ handler: any XMLHandler) throws(FormatError) -> Int? {
        let limit = checkedCount
        var index = position + 1
        while index < limit, !XMLBytes.endsName(buffer[index]) {
            index += 1
        }
        let nameEnd = index
        attributes.removeAll(keepingCapacity: true)
        unfinished.removeAll(keepingCapacity: true)
        var isEmpty = false
        while true {
            while index < limit, buffer[index] <= 0x20 {
                index += 1
            }
            guard index < limit else { return nil }
            if buffer[index] == UInt8(ascii: ">") { break }
            if buffer[index] == UInt8(ascii: "/") {
                guard index + 1 < limit else { return nil }
                guard buffer[index + 1] == UInt8(ascii: ">") else { throw error(.malformed, position) }
                isEmpty = true
                index += 1
                break
            }
            guard let end = try attribute(at: index, of: position) else { return nil }
            index = end
        }
        let name = XMLText(start: UnsafePointer(buffer + position + 1), count: nameEnd - position - 1)
        guard name.count > 0, nameEnds.count < XMLReader.maxDepth, !nameEnds.isEmpty || !hasRoot else {
            throw error(nameEnds.count < XMLReader.maxDepth ? .malformed : .tooDeep, position)
        }
        for number in unfinished {
            try replaceReferences(in: number)
        }
        hasRoot = true
        names.append(contentsOf: name.buffer)
        nameEnds.append(names.count)
        guard namespaces.add(attributes, at: nameEnds.count) else { throw error(.tooManyNames, position) }
        guard let fullName = namespaces.name(name) else { throw error(.malformed, position) }
        text.removeAll(keepingCapacity: true)
        let tag = XMLPosition(offset: offset + position)
        wantsText = try attributes.withUnsafeBufferPointer { list throws(FormatError) in
            try handler.start(fullName, XMLAttributes(list), at: tag) == .text
        }
        if isEmpty {
            try endElement(at: position, handler)
        }
        return index + 1
    }

    /// Reads an attribute of the tag at `tag`. Returns where it ends; nil: it is not complete.
    private mutating func attribute(at start: Int, of tag: Int) throws(FormatError) -> Int? {
        let limit = checkedCount
        var index = start
        while index < limit, !XMLBytes.endsName(buffer[index]) {
            index += 1
        }
        let nameEnd = index
        while index < limit, buffer[index] <= 0x20 {
            index += 1
        }
        guard index < limit else { return nil }
        guard nameEnd > start, buffer[index] == UInt8(ascii: "=") else { throw error(.malformed, tag) }
        index += 1
        while index < limit, buffer[index] <= 0x20 {
            index += 1
        }
        guard index < limit else { return nil }
        let quote = buffer[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw error(.malformed, tag) }
        let valueStart = index + 1
        index = XMLBytes.special(buffer, from: valueStart, to: limit, quote)
        var needsWork = false
        while index < limit, buffer[index] != quote {
            guard buffer[index] != UInt8(ascii: "<") else { throw error(.malformed, tag) }
            needsWork = true
            index = XMLBytes.special(buffer, from: index + 1, to: limit, quote)
        }
        guard index < limit else { return nil }
        if needsWork {
            unfinished.append(attributes.count)
        }
        attributes.append(
            XMLAttribute(
                name: XMLText(start: UnsafePointer(buffer + start), count: nameEnd - start),
                value: XMLText(start: UnsafePointer(buffer + valueStart), count: index - valueStart)
            )
        )
        return index + 1
    }

    /// Replaces references in a value by their characters, and blanks by spaces, in the buffer: a value only shrinks.
    private mutating func replaceReferences(in number: Int) throws(FormatError) {
        let value = attributes[number].value
        let start = UnsafePointer(buffer).distance(to: value.start)
        var end = start
        var index = start
        while index < start + value.count {
            if buffer[index] == UInt8(ascii: "&") {
                guard let (scalar, next) = try reference(at: index), next <= start + value.count else {
                    throw error(.malformed, index)
                }
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    buffer[end] = byte
                    end += 1
                }
                index = next
                continue
            }
            // A return and a new line are one blank.
            if buffer[index] != 0x0d || index + 1 == start + value.count || buffer[index + 1] != 0x0a {
                buffer[end] = max(buffer[index], 0x20)
                end += 1
            }
            index += 1
        }
        attributes[number] = XMLAttribute(
            name: attributes[number].name,
            value: XMLText(start: value.start, count: end - start)
        )
    }
}
