import HearthModel

/// The samples of a file with one JSON object on each line, as `hearth query --json` prints them.
struct JSONSamples: SampleLines, ~Copyable {
    /// The limit of a line: a file without line ends is refused. The longest route has 40 MB.
    private static let lineBytesMax = 64 << 20
    /// A part ends after this number of bytes: lines with series are long.
    private static let partBytes = 4 << 20

    private struct Group: Hashable {
        let type: ObjectType
        let unit: DisplayUnit?
    }

    private let file: FileBytes
    private let reader: SampleObjectReader
    private var ids: ContentIDs
    /// Bytes of the file from `position` on are not read yet.
    private var bytes: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private var line = 0
    private(set) var skipped: [ObjectType: Int] = [:]
    private(set) var workoutMembers: [WorkoutMembers] = []

    init(_ file: consuming FileBytes, _ reader: SampleObjectReader, key: IdentityKey?) {
        self.file = file
        ids = ContentIDs(key)
        self.reader = reader
    }

    mutating func next() throws(CommandError) -> [NumberedSamples] {
        var groups: [Group: NewSamples] = [:]
        var order: [Group] = []
        var whole = WholeSamples()
        var (count, bytes) = (0, 0)
        while count < Self.samplesPerPart, bytes < JSONSamples.partBytes, let text = try nextLine() {
            guard !text.isEmpty else { continue }
            do throws(InputError) {
                let sample: SampleObjectReader.Sample
                switch try reader.read(text) {
                case .value(let read): sample = read
                case .whole(let read):
                    bytes += text.count
                    count += 1 + read.members.count
                    add(read, to: &whole)
                    continue
                case .summary(let type):
                    skipped[type, default: 0] += 1
                    continue
                }
                let group = Group(type: sample.type, unit: sample.unit)
                if groups[group] == nil {
                    groups[group] = NewSamples(of: sample.type, unit: sample.unit)
                    order.append(group)
                }
                var row = sample.row
                row.line = line
                groups[group]?.add(sample.value, row, naming: &ids)
                count += 1
            } catch {
                throw CommandError("Line \(line): \(error.description)")
            }
        }
        return try whole.numbered(with: order.flatMap { groups[$0]?.numbered() ?? [] })
    }

    private mutating func add(_ sample: WholeSample, to samples: inout WholeSamples) {
        var sample = sample
        sample.name(&ids)
        samples.add(sample, line: line)
        if !sample.workoutMembers.isEmpty {
            workoutMembers.append(WorkoutMembers(line: line, workout: sample.id, parts: sample.workoutMembers))
        }
    }

    /// The next line without its end and the spaces around it; nil at the end of the file.
    private mutating func nextLine() throws(CommandError) -> [UInt8]? {
        var searched = position
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { position = end + 1 }
                line += 1
                return trimmed(position..<end)
            }
            if isAtEnd {
                defer { position = bytes.count }
                line += 1
                return position == bytes.count ? nil : trimmed(position..<bytes.count)
            }
            guard bytes.count - position <= JSONSamples.lineBytesMax else {
                throw CommandError("Line \(line + 1) does not end: write one JSON object on each line.")
            }
            bytes.removeSubrange(..<position)
            position = 0
            searched = bytes.count
            let piece = try file.next()
            isAtEnd = piece.isEmpty
            bytes += piece
        }
    }

    private func trimmed(_ range: Range<Int>) -> [UInt8] {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let text = bytes[range].drop(while: isSpace)
        let end = text.lastIndex { !isSpace($0) } ?? text.startIndex - 1
        return text.isEmpty ? [] : Array(text[...end])
    }
}
