extension ObjectType {
    /// Longer names are not compared: the work for a wrong name of a client must stay small.
    private static let longestName = 64

    /// The stored type whose name is nearest to a wrong one: its short name, or an identifier with a few wrong letters.
    static func nearest(to name: String) -> ObjectType? {
        let written = ComparableName(name)
        guard written.letters.count >= 3, written.letters.count <= longestName else { return nil }
        var most = max(1, written.letters.count / 4)
        var nearest: ObjectType?
        for (type, name) in candidates(for: written, atMost: most) {
            guard let distance = EditDistance.between(written.letters, name.letters, atMost: most) else { continue }
            nearest = type
            guard distance > 0 else { break }
            // Only a nearer one is looked for, and the first of those that are as near counts.
            most = distance - 1
        }
        return nearest
    }

    /// The types whose names may be as near, which are compared byte by byte.
    static func candidates(
        for written: ComparableName,
        atMost most: Int
    ) -> [(type: ObjectType, name: ComparableName)] {
        storedNames.filter { written.leastDistance(from: $0.name) <= most }
    }

    private static let storedNames = all.filter(\.isStored).map { (type: $0, name: ComparableName($0.shortName)) }

    /// A name in lower case, without what identifiers have in common.
    struct ComparableName {
        let letters: [UInt8]
        /// Which bytes occur, modulo 64.
        private let set: UInt64

        init(_ name: String) {
            var bytes = Array(name.utf8.prefix(longestName * 2))[...]
            for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier"]
            where bytes.starts(with: prefix.utf8) {
                bytes.removeFirst(prefix.utf8.count)
            }
            letters = bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
            set = letters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
        }

        /// Names are at least as far apart as one has more bytes, or other ones.
        func leastDistance(from other: ComparableName) -> Int {
            max(
                abs(letters.count - other.letters.count),
                (set & ~other.set).nonzeroBitCount,
                (other.set & ~set).nonzeroBitCount
            )
        }
    }
}
