/// The names of the columns of a CSV file: those that `--map` gives, and otherwise the usual ones.
struct CSVColumnNames: Hashable, Sendable {
    enum Field: String, CaseIterable {
        case start, end, value, unit
        case id = "uuid"

        /// The names that it has in the files of Hearth, which come first, and of others, in lower case.
        var usualNames: [String] {
            switch self {
            case .start: ["start", "startdate", "start_date"]
            case .end: ["end", "enddate", "end_date"]
            case .value, .unit, .id: [rawValue]
            }
        }
    }

    static let usual = CSVColumnNames()

    private var given: [Field: String] = [:]

    private init() {}

    /// Of options such as `value=bpm`.
    init(_ options: [String]) throws(InputError) {
        let fields = Field.allCases.map(\.rawValue).joined(separator: ", ")
        for option in options {
            guard let sign = option.firstIndex(of: "="), let field = Field(rawValue: option[..<sign].trimmed) else {
                throw InputError("--map names a field and its column, such as value=bpm. The fields are \(fields).")
            }
            guard given[field] == nil else { throw InputError("--map names the column of \(field.rawValue) twice.") }
            given[field] = option[option.index(after: sign)...].trimmed
        }
    }

    /// Whether the file must have a header.
    var areGiven: Bool { !given.isEmpty }

    /// The position of a field's column in a header in lower case; nil if there is none.
    func position(of field: Field, in header: [String]) throws(InputError) -> Int? {
        guard let name = given[field] else { return header.firstIndex(where: field.usualNames.contains) }
        guard let position = header.firstIndex(of: name.lowercased()) else {
            throw InputError("The first line of the file has no column '\(name.printable)', which --map names.")
        }
        return position
    }
}
