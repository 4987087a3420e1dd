/// The list of activities in Strava's archive. Its rows are read by their content.
package struct StravaList {
    static let folder = "activities"
    private static let maxBytes = 256 << 20

    /// The activities by the names of their files.
    private var byFile: [String: ListedActivity] = [:]
    private var withoutFile = 0

    /// A list that is in memory, to be read in pieces of a size.
    package init(_ list: [UInt8], pieceBytes: Int) throws(FormatError) {
        try self.init(MemorySource(list, pieceBytes: pieceBytes))
    }

    init(_ source: any ByteSource) throws(FormatError) {
        var reader = CSVReader()
        var offset = 0
        var isHeader = true
        var isAtEnd = false
        while !isAtEnd {
            let bytes = try source.next()
            offset += bytes.count
            isAtEnd = bytes.isEmpty
            guard offset <= Self.maxBytes else { throw FormatError(.tooManyBytes, at: offset) }
            do throws(CSVReader.Fault) {
                if !isAtEnd {
                    reader.push(bytes)
                }
                while try isAtEnd ? reader.lastRecord() : reader.next() {
                    if !isHeader {
                        add(reader.record.fields)
                    }
                    isHeader = false
                    if isAtEnd { break }
                }
            } catch {
                throw FormatError(.malformed, at: offset)
            }
        }
    }

    /// A row has the identifier, the date, the name and the type of an activity, and later on the path of its file.
    private mutating func add(_ fields: [String]) {
        let file = fields.dropFirst(4).first { $0.hasPrefix("\(Self.folder)/") && Self.isActivity($0) }
        if let file, byFile[Self.name(file)] == nil {
            byFile[Self.name(file)] = ListedActivity(
                name: fields[2].isEmpty ? nil : fields[2],
                sport: SportNames.sport(fields[3])
            )
        } else {
            withoutFile += 1
        }
    }

    /// What the list says of files, by their paths, and the number of activities in the list that have none of them.
    package func matched(_ files: [String]) -> (listed: [String: ListedActivity], rest: Int) {
        var rest = byFile
        var listed: [String: ListedActivity] = [:]
        for file in files {
            listed[file] = rest.removeValue(forKey: Self.name(file))
        }
        return (listed, rest.count + withoutFile)
    }

    /// Whether a path in the archive is that of an activity.
    static func isActivity(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard let name = parts.last, !name.hasPrefix("."), parts.dropLast().last == folder[...] else { return false }
        return WorkoutFileFormat.isName(String(name))
    }

    private static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
}
