import HearthModel

/// The fields of a record by their meaning.
struct CSVColumns: Hashable, Sendable {
    var start = 0
    var end: Int? = 1
    var value = 2
    var unit: Int?
    var id: Int?
    /// The number of fields of the header, or of the first record without one.
    private(set) var count = CSVColumns.fieldsWithoutHeader
    /// Whether the header has the column names of Apple's exports.
    private(set) var hasApplesNames = false

    /// Without a header: start, end, value.
    static let standard = CSVColumns()

    /// Reads the header; nil when the first record is a sample, which begins with a date.
    init?(header: [String], names: CSVColumnNames, dates: DateReader) throws(InputError) {
        let header = header.map { $0.trimmed.lowercased() }
        let start = try names.position(of: .start, in: header)
        let value = try names.position(of: .value, in: header)
        if start == nil, value == nil, !names.areGiven, CSVColumns.mayBeSample(header, dates) {
            guard header.count == CSVColumns.fieldsWithoutHeader else { throw CSVColumns.lacksHeader(header.count) }
            return nil
        }
        guard let start, let value else {
            throw CSVColumns.missing(start == nil ? value == nil ? ["start", "value"] : ["start"] : ["value"])
        }
        count = header.count
        hasApplesNames = header[start] == "startdate"
        self.start = start
        self.value = value
        end = try names.position(of: .end, in: header)
        unit = try names.position(of: .unit, in: header)
        id = try names.position(of: .id, in: header)
    }

    private init() {}

    /// Column names have no digits; a date without digits is a word such as `yesterday`.
    private static func mayBeSample(_ fields: [String], _ dates: DateReader) -> Bool {
        guard let first = fields.first else { return false }
        return first.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            || (try? dates.moment(first)) != nil
    }

    private static let fieldsWithoutHeader = 3

    /// The error about a record with more fields than the columns have.
    func surplus(_ fields: Int) -> InputError {
        InputError(
            "\(fields.counted("field")), and the first line of the file has \(count). Write decimals with a point, do not"
                + " group digits, and put texts that contain the separator in quotes."
        )
    }

    private static func lacksHeader(_ fields: Int) -> InputError {
        InputError(
            "The file has no header, and \(fields.counted("field")) instead of start, end, value. Add a first line that"
                + " names the columns, such as start,value or start,end,value,unit,source,uuid."
        )
    }

    private static func missing(_ names: [String]) -> InputError {
        let columns = names.map { "'\($0)'" }.joined(separator: " and no column ")
        return InputError(
            "The header has no column \(columns). It may have the columns start (or startDate), end (or"
                + " endDate), value, unit and uuid; others are ignored. Name the column that it is, as in --map"
                + " \(names[0])=COLUMN, or remove the header: then the fields are start, end, value."
        )
    }
}

extension StringProtocol {
    /// Without spaces and tabs around it.
    var trimmed: String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
