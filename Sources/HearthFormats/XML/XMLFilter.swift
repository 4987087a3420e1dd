/// Repairs real-world XML so that Expat accepts it.
///
/// - Blanks and a byte order mark before the declaration are dropped.
/// - A document type declaration keeps its name only: iOS 16 exports one that no parser takes. Entities that it would
///   declare are unknown then, and a reference to one is an error.
/// - Control bytes, which occur within values, become blanks.
/// - An attribute that a tag has twice is renamed: see ``XMLTagRepair``.
///
/// Removed parts become blanks, so positions stay the same except for what was dropped at the very start.
struct XMLFilter {
    private enum State {
        case leading
        case prolog
        case markup
        case declaration
        case comment
        case instruction
        case documentType
        case content
        /// The text is UTF-16, which Expat accepts unchanged.
        case transparent
    }

    /// Bytes dropped at the start.
    private(set) var droppedBytes = 0
    private var state = State.leading
    private var documentType = XMLDocumentType()
    private var tags = XMLTagRepair()
    private var previous: UInt8 = 0
    private var beforePrevious: UInt8 = 0

    /// Filters `bytes` in place, and returns the range of the text: without what was dropped before it, and without an
    /// unfinished name at its end, which the next call gets again.
    mutating func apply(to bytes: inout [UInt8], isFinal: Bool) -> Range<Int> {
        var index = 0
        if state == .leading {
            index = skipLeading(bytes)
        }
        let start = index
        while index < bytes.count, state != .content, state != .transparent {
            step(&bytes[index])
            index += 1
        }
        guard state == .content else { return start..<bytes.count }
        return start..<tags.apply(to: &bytes, from: index, isFinal: isFinal)
    }

    private mutating func skipLeading(_ bytes: [UInt8]) -> Int {
        for (index, byte) in bytes.enumerated() {
            // FE FF and FF FE begin UTF-16; a zero before or after the first letter does too.
            if byte >= 0xfe || byte == 0 || (byte == UInt8(ascii: "<") && bytes.dropFirst(index + 1).first == 0) {
                state = .transparent
            } else if byte > 0x20, byte != 0xef, byte != 0xbb, byte != 0xbf {
                state = .prolog
            } else {
                continue
            }
            droppedBytes += index
            return index
        }
        droppedBytes += bytes.count
        return bytes.count
    }

    private mutating func step(_ byte: inout UInt8) {
        if Self.isControl(byte) {
            byte = 0x20
        }
        let read = byte
        switch state {
        case .prolog where byte == UInt8(ascii: "<"):
            state = .markup
        case .markup:
            switch byte {
            case UInt8(ascii: "!"): state = .declaration
            case UInt8(ascii: "?"): state = .instruction
            default: state = .content
            }
        case .declaration:
            documentType = XMLDocumentType()
            state = byte == UInt8(ascii: "-") ? .comment : .documentType
        case .comment where byte == UInt8(ascii: ">") && previous == UInt8(ascii: "-") && beforePrevious == previous:
            state = .prolog
        case .instruction where byte == UInt8(ascii: ">") && previous == UInt8(ascii: "?"):
            state = .prolog
        case .documentType:
            switch documentType.step(byte) {
            case .keep: break
            case .blank: byte = 0x20
            case .end: state = .prolog
            }
        case .leading, .prolog, .comment, .instruction, .content, .transparent:
            break
        }
        beforePrevious = previous
        previous = read
    }

    static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0a && byte != 0x0d
    }
}
