/// Splits FIT files into messages, and builds workouts from them. One file may contain several in a row.
///
/// It keeps at most an incomplete message, the definitions of 16 local types, and the activity.
final class FITReader {
    /// The workouts that are complete and were not taken yet.
    var workouts: [RecordedWorkout] = []
    private(set) var notices = NoticeList()

    private enum State {
        case header
        /// The bytes of messages that are still missing; nil: the device did not write their number.
        case messages(Int?)
        case checksum
        /// The rest is not read: it belongs to a file that was never finished.
        case rest
    }

    private var state = State.header
    private var buffer: [UInt8] = []
    /// How many bytes of the buffer are read, and how many bytes of the file precede the buffer.
    private var position = 0
    private var passedBytes = 0
    private var checksum = FITChecksum()
    private let listedSport: RecordedSport?
    private var messages: FITMessages
    private var readFiles = 0
    /// Whether zeros were found between files or behind the last.
    private var hasZeros = false

    private var offset: Int { passedBytes + position }
    private var available: Int { buffer.count - position }

    /// `listedSport`: what a list of activities says, for a file that names no sport.
    init(_ listedSport: RecordedSport?) {
        self.listedSport = listedSport
        messages = FITMessages(listedSport)
    }

    func push(_ bytes: RawSpan) throws(FormatError) {
        bytes.withUnsafeBytes { buffer.append(contentsOf: $0) }
        while try step() {}
        buffer.removeFirst(position)
        passedBytes += position
        position = 0
    }

    func finish(isCut: Bool) throws(FormatError) {
        switch state {
        case .header where available == 0 && readFiles > 0 && !isCut, .rest:
            return
        case .header where readFiles == 0:
            throw FormatError(.truncated, at: offset + available)
        case .header:
            notices.add(.truncated, "file", at: offset)
        case .messages:
            notices.add(.truncated, "file", at: offset)
            endFile(isCut: true)
        case .checksum:
            notices.add(.truncated, "file", at: offset)
            endFile(isCut: false)
        }
    }

    /// Reads the next part. Returns false if it is not complete yet.
    private func step() throws(FormatError) -> Bool {
        switch state {
        case .header:
            return try readHeader()
        case .messages(0):
            state = .checksum
            return true
        case .messages(let rest?):
            guard let count = try messageByteCount() else { return false }
            guard count <= rest else { throw FormatError(.malformed, at: offset) }
            guard try readMessage(count) else { return false }
            state = .messages(rest - count)
            return true
        case .messages(nil):
            return try readUnbounded()
        case .checksum:
            return try readChecksum()
        case .rest:
            position = buffer.count
            return false
        }
    }

    private func readHeader() throws(FormatError) -> Bool {
        // Some writers fill the last block of a file with zeros. A header never begins with one.
        while readFiles > 0, available > 0, buffer[position] == 0 {
            if !hasZeros {
                notices.add(.trailingZeros, "file", at: offset)
                hasZeros = true
            }
            position += 1
        }
        guard available > 0 else { return false }
        let count = Int(buffer[position])
        guard count >= FITHeader.fewestBytes else { throw FormatError(.malformed, at: offset) }
        guard available >= count else { return false }
        let buffer = buffer
        let bytes = buffer.span.extracting(position..<position + count)
        let header = try FITHeader(bytes, at: offset)
        checksum = FITChecksum()
        checksum.update(bytes)
        messages = FITMessages(listedSport)
        state = .messages(header.dataByteCount > 0 ? header.dataByteCount : nil)
        position += count
        return true
    }

    private func messageByteCount() throws(FormatError) -> Int? {
        let buffer = buffer
        return try messages.byteCount(buffer.span, position, at: offset)
    }

    private func readMessage(_ count: Int) throws(FormatError) -> Bool {
        guard available >= count else { return false }
        let buffer = buffer
        let bytes = buffer.span
        checksum.update(bytes.extracting(position..<position + count))
        try messages.read(bytes, position, &notices, at: offset)
        position += count
        return true
    }

    /// Reads the messages of a file whose header does not give their size, up to the first bytes that are not a
    /// message.
    private func readUnbounded() throws(FormatError) -> Bool {
        do throws(FormatError) {
            guard let count = try messageByteCount() else { return false }
            return try readMessage(count)
        } catch {
            guard error.code == .malformed else { throw error }
            notices.add(.truncated, "file", at: offset)
            endFile(isCut: true)
            state = .rest
            return true
        }
    }

    private func readChecksum() throws(FormatError) -> Bool {
        guard available >= 2 else { return false }
        let expected = UInt16(buffer[position]) | UInt16(buffer[position + 1]) << 8
        if expected == 0, checksum.value != 0 {
            notices.add(.noChecksum, "file", at: offset)
        } else if expected != checksum.value {
            throw FormatError(.checksumMismatch, at: offset)
        }
        position += 2
        endFile(isCut: false)
        state = .header
        return true
    }

    private func endFile(isCut: Bool) {
        readFiles += 1
        workouts += messages.activity.workouts(&notices, isCut: isCut, at: offset)
        messages = FITMessages(listedSport)
    }
}
