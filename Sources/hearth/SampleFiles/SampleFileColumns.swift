/// Which field of a record is what.
struct SampleFileColumns: Hashable, Sendable {
    var start = 0
    var end: Int? = 1
    var value = 2
    var unit: Int?
    var id: Int?

    /// Without a header: start, end, value.
    static let standard = SampleFileColumns()

    /// As the first record says; nil when it is a sample already.
    init?(header: [String]) throws(CommandError) {
        let names = header.map { $0.trimmed.lowercased() }
        guard names.contains("start") || names.contains("value") else { return nil }
        guard let start = names.firstIndex(of: "start"), let value = names.firstIndex(of: "value") else {
            throw CommandError(
                "The header of the file names no column '\(names.contains("start") ? "value" : "start")'."
            )
        }
        self.start = start
        self.value = value
        end = names.firstIndex(of: "end")
        unit = names.firstIndex(of: "unit")
        id = names.firstIndex(of: "uuid")
    }

    private init() {}
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
