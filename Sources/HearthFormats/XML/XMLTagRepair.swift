import HearthModel

/// Renames attributes that a tag has twice, which no parser takes, and makes blanks of control bytes.
///
/// iOS 16 exports statistics of workouts with `startDate` twice, where the second is the end: it becomes `endDate`. Any
/// other repeated attribute gets a name that nothing reads. The text keeps its length, so positions stay the same.
struct XMLTagRepair {
    private enum State {
        case text
        case markup
        case declaration
        case comment
        case section
        case instruction
        /// In the name of a tag.
        case tag
        /// In a tag that has no attributes to look at: an end tag, or a declaration.
        case skipped
        /// Between attributes.
        case gap
        case name
        case assignment
        case value
    }

    /// The content begins within the root element's tag.
    private var state = State.tag
    private var quote: UInt8 = 0
    private var previous: UInt8 = 0
    private var beforePrevious: UInt8 = 0
    /// Hashes of the attribute names of the current tag.
    private var names: [UInt64] = []

    /// A tag has at most this number of attributes; of one with more, the others are not looked at.
    private static let maxNames = 64

    /// Returns the end of the finished part: a name at the end of `bytes` may continue, and is to be passed again.
    mutating func apply(to bytes: inout [UInt8], from start: Int, isFinal: Bool) -> Int {
        let count = bytes.count
        var text = bytes.mutableSpan
        var nameStart = start
        for index in start..<count {
            var byte = text[index]
            if XMLFilter.isControl(byte) {
                byte = 0x20
                text[index] = byte
            }
            switch state {
            case .text:
                if byte == UInt8(ascii: "<") { state = .markup }
            case .value:
                if byte == quote { state = .gap }
            case .name:
                guard byte <= 0x20 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") else { continue }
                finishName(nameStart..<index, &text)
                state = byte == UInt8(ascii: "=") ? .assignment : byte == UInt8(ascii: ">") ? .text : .gap
            case .gap:
                switch byte {
                case UInt8(ascii: ">"): state = .text
                case UInt8(ascii: "="): state = .assignment
                case 0...0x20, UInt8(ascii: "/"): break
                default:
                    state = .name
                    nameStart = index
                }
            case .assignment:
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                    state = .value
                } else if byte == UInt8(ascii: ">") {
                    state = .text
                }
            case .tag:
                if byte <= 0x20 {
                    state = .gap
                } else if byte == UInt8(ascii: ">") {
                    state = .text
                }
            case .markup, .declaration, .comment, .section, .instruction, .skipped:
                stepOutsideOfTags(byte)
            }
        }
        guard state == .name, !isFinal, nameStart > start else { return count }
        state = .gap
        return nameStart
    }

    private mutating func stepOutsideOfTags(_ byte: UInt8) {
        let isEnd = byte == UInt8(ascii: ">")
        switch state {
        case .markup:
            switch byte {
            case UInt8(ascii: "!"): state = .declaration
            case UInt8(ascii: "?"): state = .instruction
            case UInt8(ascii: "/"): state = .skipped
            default:
                state = .tag
                names.removeAll(keepingCapacity: true)
            }
            previous = 0
        case .declaration:
            switch byte {
            case UInt8(ascii: "-"): state = .comment
            case UInt8(ascii: "["): state = .section
            default: state = isEnd ? .text : .skipped
            }
            previous = 0
        case .comment where isEnd && previous == UInt8(ascii: "-") && beforePrevious == previous,
            .section where isEnd && previous == UInt8(ascii: "]") && beforePrevious == previous,
            .instruction where isEnd && previous == UInt8(ascii: "?"),
            .skipped where isEnd:
            state = .text
        default:
            break
        }
        beforePrevious = previous
        previous = byte
    }

    private mutating func finishName(_ range: Range<Int>, _ text: inout MutableSpan<UInt8>) {
        guard names.count < Self.maxNames else { return }
        var hash = Self.hash(range, text.span)
        if names.contains(hash) {
            if hash == Self.startDate, !names.contains(Self.endDate) {
                for (offset, byte) in "  endDate".utf8.enumerated() {
                    text[range.lowerBound + offset] = byte
                }
                hash = Self.endDate
            } else {
                var index = range.lowerBound
                while index < range.upperBound, names.contains(hash) {
                    text[index] = UInt8(ascii: "_")
                    index += 1
                    hash = Self.hash(range, text.span)
                }
            }
        }
        names.append(hash)
    }

    private static let startDate = hash("startDate")
    private static let endDate = hash("endDate")

    private static func hash(_ text: String) -> UInt64 {
        let bytes = Array(text.utf8)
        return hash(bytes.indices, bytes.span)
    }

    private static func hash(_ range: Range<Int>, _ text: Span<UInt8>) -> UInt64 {
        var hash = FNVHash()
        for index in range {
            hash.add(text[index])
        }
        return hash.folded
    }
}
