/// Names for the files of one folder.
package struct FileNames: Sendable {
    private var taken: Set<String> = []

    package init() {}

    /// A name that was not returned before: `stem.ending`, with a number behind the stem if that is taken.
    package mutating func next(_ stem: String, _ ending: String, beforeNumber separator: String) -> String {
        var name = "\(stem).\(ending)"
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(stem)\(separator)\(number).\(ending)"
            number += 1
        }
        return name
    }
}
