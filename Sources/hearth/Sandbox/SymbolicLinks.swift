import HearthSystem

/// The links that lead to a file.
///
/// Unsafe pointers: `readlink` fills in a buffer.
enum SymbolicLinks {
    /// As many as the system follows.
    private static let most = 40

    /// The links on a path from the root, each in a folder that is named without links.
    static func on(_ path: String) -> [String] {
        guard path.first == "/" else { return [] }
        var links: [String] = []
        var place = ""
        var names = Array(path.split(separator: "/").reversed())
        while let name = names.popLast(), links.count < most {
            switch name {
            case ".": continue
            case "..": place = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
            default:
                guard let target = target(of: "\(place)/\(name)") else {
                    place += "/\(name)"
                    continue
                }
                links.append("\(place)/\(name)")
                names += target.split(separator: "/").reversed()
                place = target.first == "/" ? "" : place
            }
        }
        return links
    }

    /// Where a link leads; nil: it is none.
    private static func target(of link: String) -> String? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &target, target.count)
        return count > 0 ? String(decoding: target[..<count], as: UTF8.self) : nil
    }
}
