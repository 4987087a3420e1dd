extension ObjectType {
    /// Longer names are not compared: the work for a wrong name of a client must stay small.
    private static let longestName = 64

    /// The stored type whose name is nearest to a wrong one: its short name, or an identifier with a few wrong letters.
    static func nearest(to name: String) -> ObjectType? {
        let written = letters(of: name)
        guard written.count >= 3, written.count <= longestName else { return nil }
        let rated = storedNames.map { (type: $0.type, distance: EditDistance.between(written, $0.name)) }
        guard let nearest = rated.min(by: { $0.distance < $1.distance }), nearest.distance <= max(1, written.count / 4)
        else { return nil }
        return nearest.type
    }

    private static let storedNames = all.filter(\.isStored).map { (type: $0, name: letters(of: $0.shortName)) }

    /// In lower case, without what identifiers have in common.
    private static func letters(of name: String) -> [UInt8] {
        var bytes = Array(name.utf8.prefix(longestName * 2))[...]
        for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier"]
        where bytes.starts(with: prefix.utf8) {
            bytes.removeFirst(prefix.utf8.count)
        }
        return bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
