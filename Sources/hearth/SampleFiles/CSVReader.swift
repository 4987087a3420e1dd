/// The records of a CSV file (RFC 4180), from bytes as they come in: fields between commas, in quotes when they hold one,
/// lines that end in LF or CRLF.
struct CSVReader {
    struct Record: Hashable, Sendable {
        var fields: [String]
        /// The line on which it begins, counted from 1.
        var line: Int
    }

    /// More than any record of samples has; a file without line ends is none.
    static let recordBytesMax = 1 << 20

    /// What spreadsheets put before the first field, also when it is in quotes.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private enum State {
        case unquoted
        case quoted
        /// After a quote within quotes: the end of the field, or the first of two that mean one.
        case quote
    }

    private var state = State.unquoted
    private var field: [UInt8] = []
    private var fields: [String] = []
    private var recordBytes = 0
    private var line = 1
    private var firstLine = 1

    /// Reads on. Empty lines are no records.
    mutating func records(in bytes: some Sequence<UInt8>) throws(CommandError) -> [Record] {
        var records: [Record] = []
        for byte in bytes {
            recordBytes += 1
            guard recordBytes <= CSVReader.recordBytesMax else {
                throw CommandError("Line \(firstLine) does not end: this is not a CSV file, or a quote is missing.")
            }
            switch (state, byte) {
            case (.quoted, UInt8(ascii: "\"")):
                state = .quote
            case (.quoted, _):
                field.append(byte)
                line += byte == UInt8(ascii: "\n") ? 1 : 0
            case (.quote, UInt8(ascii: "\"")):
                field.append(byte)
                state = .quoted
            case (_, UInt8(ascii: "\"")) where field.isEmpty:
                state = .quoted
            case (_, UInt8(ascii: ",")):
                endField()
            case (_, UInt8(ascii: "\n")):
                records += endRecord()
                line += 1
                firstLine = line
            default:
                field.append(byte)
                state = .unquoted
                if line == 1, recordBytes == CSVReader.byteOrderMark.count, field == CSVReader.byteOrderMark {
                    field = []
                }
            }
        }
        return records
    }

    /// The last record, which need not end in a line end.
    mutating func lastRecord() throws(CommandError) -> [Record] {
        guard state != .quoted else {
            throw CommandError("Line \(firstLine) does not end: a quote is missing.")
        }
        return endRecord()
    }

    private mutating func endField() {
        fields.append(String(decoding: field, as: UTF8.self))
        field.removeAll(keepingCapacity: true)
        state = .unquoted
    }

    private mutating func endRecord() -> [Record] {
        if field.last == UInt8(ascii: "\r") {
            field.removeLast()
        }
        endField()
        defer {
            fields.removeAll(keepingCapacity: true)
            recordBytes = 0
        }
        return fields == [""] ? [] : [Record(fields: fields, line: firstLine)]
    }
}
