/// The records of a CSV file (RFC 4180), from bytes as they come in: fields between commas, in quotes when they hold one,
/// lines that end in LF or CRLF.
///
/// Spreadsheets write semicolons where the decimal point is a comma, and tabs when cells are copied: whichever of the three
/// comes first in the file, outside quotes, separates its fields.
///
///     reader.push(bytes)
///     while try reader.next() { reader.record ... }
package struct CSVReader {
    /// The bytes of a record's fields, one after the other, without quotes.
    package struct Record {
        package fileprivate(set) var bytes: [UInt8] = []
        fileprivate var ends: [Int] = []
        /// The line on which it begins, counted from 1.
        package fileprivate(set) var line = 1

        /// The number of fields.
        package var count: Int { ends.count }

        /// The range of a field in `bytes`; empty when the record has fewer fields.
        package func range(_ field: Int) -> Range<Int> {
            guard field < ends.count else { return bytes.count..<bytes.count }
            return (field == 0 ? 0 : ends[field - 1])..<ends[field]
        }

        package var fields: [String] {
            ends.indices.map { String(decoding: bytes[range($0)], as: UTF8.self) }
        }
    }

    /// A record without an end.
    package struct Fault: Error, CustomStringConvertible {
        /// The line on which the record begins.
        package let line: Int
        fileprivate let reason: String

        package var description: String { "Line \(line) does not end: \(reason)." }
    }

    /// The limit of a record: a file without line ends is refused.
    package static let maxRecordBytes = 1 << 20
    /// As many as the columns of a spreadsheet. Empty fields take no bytes, but memory.
    package static let maxRecordFields = 1 << 14

    /// Spreadsheets write it before the first field, even one in quotes.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private enum State {
        case unquoted
        case quoted
        /// After a quote within quotes: the end of the field, or the first half of an escaped quote.
        case quote
    }

    /// The record that was read last.
    package private(set) var record = Record()
    private var state = State.unquoted
    private var isComplete = false
    /// Nothing but a byte order mark was read so far.
    private var isAtBeginning = true
    private var line = 1
    /// Nil until the first separator.
    private var separator: UInt8?
    private var chunk: [UInt8] = []
    private var position = 0

    /// Whether decimals may have a comma instead of the point.
    package var allowsDecimalComma: Bool { separator != nil && separator != UInt8(ascii: ",") }

    package init() {}

    /// Adds the next bytes of the file, after `next` has read the previous ones.
    package mutating func push(_ bytes: [UInt8]) {
        precondition(position == chunk.count, "bytes were not read yet")
        chunk = bytes
        position = 0
    }

    /// Reads the next record; false when the bytes so far do not contain its end. Empty lines are not records.
    package mutating func next() throws(Fault) -> Bool {
        beginRecord()
        while position < chunk.count {
            takeRun()
            guard record.bytes.count <= CSVReader.maxRecordBytes, record.count <= CSVReader.maxRecordFields else {
                throw Fault(line: record.line, reason: "this is not a CSV file, or a quote is missing")
            }
            guard position < chunk.count else { break }
            if takeSpecial(), isRecord() { return true }
        }
        return false
    }

    /// Reads the last record, which may lack a line end; false when nothing is left.
    package mutating func lastRecord() throws(Fault) -> Bool {
        beginRecord()
        guard state != .quoted else {
            throw Fault(line: record.line, reason: "a quote is missing")
        }
        dropByteOrderMark()
        endRecord()
        return isRecord()
    }

    /// Whether the line that has ended is a record; forgets it if it is empty.
    private mutating func isRecord() -> Bool {
        if record.ends.count == 1, record.bytes.isEmpty {
            beginRecord()
            return false
        }
        return true
    }

    private mutating func beginRecord() {
        guard isComplete else { return }
        isComplete = false
        record.bytes.removeAll(keepingCapacity: true)
        record.ends.removeAll(keepingCapacity: true)
        record.line = line
    }

    /// Takes bytes that belong to the field, up to one that may end it.
    private mutating func takeRun() {
        let start = position
        switch state {
        case .unquoted:
            while position < chunk.count, !isSpecial(chunk[position]) { position += 1 }
            record.bytes.append(contentsOf: chunk[start..<position])
        case .quoted:
            while position < chunk.count, chunk[position] != UInt8(ascii: "\"") { position += 1 }
            record.bytes.append(contentsOf: chunk[start..<position])
            line += chunk[start..<position].count { $0 == UInt8(ascii: "\n") }
        case .quote:
            break
        }
    }

    @inline(__always)
    private func isSpecial(_ byte: UInt8) -> Bool {
        isSeparator(byte) || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\"")
    }

    @inline(__always)
    private func isSeparator(_ byte: UInt8) -> Bool {
        guard let separator else {
            return byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\t")
        }
        return byte == separator
    }

    /// Takes one byte; true when the record ends with it.
    private mutating func takeSpecial() -> Bool {
        let byte = chunk[position]
        position += 1
        dropByteOrderMark()
        switch (state, byte) {
        case (.quoted, _):
            state = .quote
        case (.quote, UInt8(ascii: "\"")):
            record.bytes.append(byte)
            state = .quoted
        case (_, UInt8(ascii: "\"")) where record.bytes.count == record.ends.last ?? 0 && state == .unquoted:
            state = .quoted
        case (_, let byte) where isSeparator(byte):
            separator = byte
            endField()
        case (_, UInt8(ascii: "\n")):
            endRecord()
            return true
        default:
            record.bytes.append(byte)
            state = .unquoted
        }
        return false
    }

    private mutating func dropByteOrderMark() {
        guard isAtBeginning else { return }
        isAtBeginning = false
        if record.bytes.starts(with: CSVReader.byteOrderMark) {
            record.bytes.removeFirst(CSVReader.byteOrderMark.count)
        }
    }

    private mutating func endField() {
        record.ends.append(record.bytes.count)
        state = .unquoted
    }

    private mutating func endRecord() {
        if state == .unquoted, record.bytes.count > record.ends.last ?? 0, record.bytes.last == UInt8(ascii: "\r") {
            record.bytes.removeLast()
        }
        endField()
        isComplete = true
        line += 1
    }
}
