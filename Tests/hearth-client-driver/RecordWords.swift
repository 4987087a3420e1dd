import HearthModel

/// Records as words: Protocol/conformance/README.md says how they read.
enum RecordWords {
    /// A record of its words, as the columns of one sample. Nil: they are not one.
    static func read(_ words: some Sequence<String>) throws -> RecordColumns? {
        var attributes: [Record.Attribute] = []
        var columns = RecordColumns(records: [])
        for word in words {
            guard word.first?.isNumber == true else {
                guard readSeries(word, into: &columns) else { return nil }
                continue
            }
            guard let attribute = attribute(word) else { return nil }
            attributes.append(attribute)
        }
        columns.records = [try Record(attributes)]
        return columns
    }

    /// The name and the values of a word. Nil: it does not have them.
    static func attribute(_ word: String) -> Record.Attribute? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let number = UInt32(parts[0]), let name = AttributeName(rawValue: number) else {
            return nil
        }
        let values = parts[2].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        switch parts[1] {
        case "integers": return Record.Attribute(name, .integers(values.compactMap { Int64($0) }))
        case "numbers": return Record.Attribute(name, .numbers(values.compactMap(number(_:))))
        case "texts": return Record.Attribute(name, .texts(values.map { String(decoding: bytes($0), as: UTF8.self) }))
        case "uuids": return Record.Attribute(name, .ids(values.compactMap { ObjectID($0) }))
        default: return nil
        }
    }

    /// The words of one sample.
    static func words(_ columns: RecordColumns, _ row: Int) -> [String] {
        columns.records[row].attributes.map(word) + series(columns, row)
    }

    // MARK: - Parts

    private static func readSeries(_ word: String, into columns: inout RecordColumns) -> Bool {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.last) {
        case ("voltages", let values?):
            columns.voltages = values.split(separator: ",").compactMap { number(String($0)) }
            columns.lengths = [UInt32(columns.voltages.count)]
        case ("contents", let hex?):
            columns.contents = bytes(hex)
            columns.lengths = [UInt32(columns.contents.count)]
        case ("series", "0"):
            columns.lengths = [0]
        default: return false
        }
        return true
    }

    private static func word(_ attribute: Record.Attribute) -> String {
        let values: [String]
        switch attribute.value {
        case .integers(let integers): values = integers.map { String($0) }
        case .numbers(let numbers): values = numbers.map(text(_:))
        case .texts(let texts): values = texts.map { hex(Array($0.utf8)) }
        case .ids(let ids): values = ids.map { $0.description.lowercased() }
        }
        return "\(attribute.name.rawValue):\(attribute.value.field):\(values.joined(separator: ","))"
    }

    private static func series(_ columns: RecordColumns, _ row: Int) -> [String] {
        guard !columns.lengths.isEmpty || !columns.counts.isEmpty else { return [] }
        let first = columns.lengths.prefix(row).reduce(0) { $0 + Int($1) }
        let elements = first..<first + (columns.lengths.isEmpty ? 0 : Int(columns.lengths[row]))
        if elements.isEmpty { return ["series:\(columns.count(row))"] }
        if columns.contents.isEmpty {
            return ["voltages:" + columns.voltages[elements].map(text(_:)).joined(separator: ",")]
        }
        return ["contents:" + hex(Array(columns.contents[elements]))]
    }

    // MARK: - Values

    private static func number(_ word: String) -> Double? {
        UInt64(word, radix: 16).map(Double.init(bitPattern:))
    }

    private static func text(_ number: Double) -> String {
        hex(withUnsafeBytes(of: number.bitPattern.bigEndian) { Array($0) })
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.utf8.count - 1, by: 2).compactMap { offset in
            UInt8(hex.dropFirst(offset).prefix(2), radix: 16)
        }
    }
}
