import HearthFormats
import HearthModel

/// Counts what becomes of the objects in files, by type. Each object is in one column.
struct ImportTable: Sendable {
    /// The objects of a type.
    struct Counts: Sendable {
        var new = 0
        /// Stored already.
        var known = 0
        /// Stored with another value, which was replaced or left as it is.
        var changed = 0
    }

    private struct Omission: Hashable {
        let subject: String
        let reason: String
    }

    /// Whether objects that are stored with another value are replaced.
    let replaces: Bool
    private var counts: [String: Counts] = [:]
    private var omissions: [Omission: Int] = [:]
    /// The objects that were not taken and could have been.
    private(set) var faultCount = 0

    init(replaces: Bool) {
        self.replaces = replaces
    }

    /// The samples that were handled so far.
    var sampleCount: Int { counts.values.reduce(0) { $0 + $1.new + $1.known + $1.changed } }

    /// The objects of kinds that the store cannot hold.
    var unsupportedCount: Int { omissions.values.reduce(0, +) - faultCount }

    var changedCount: Int { counts.values.reduce(0) { $0 + $1.changed } }

    mutating func add(_ more: Counts, of type: ObjectType) {
        add(more, of: type.shortName)
    }

    mutating func add(_ more: Counts, of name: String) {
        var sum = counts[name] ?? Counts()
        sum.new += more.new
        sum.known += more.known
        sum.changed += more.changed
        counts[name] = sum
    }

    mutating func omit(_ subject: String, _ reason: String, count: Int = 1, isFault: Bool = true) {
        let name = ObjectType(identifier: subject)?.shortName ?? subject
        omissions[Omission(subject: name, reason: reason), default: 0] += count
        faultCount += isFault ? count : 0
    }

    mutating func add(_ tally: HealthTally) {
        for (omission, count) in tally.omissions {
            omit(omission.subject, omission.reason.rawValue, count: count, isFault: !omission.reason.isAboutKind)
        }
    }

    /// Prints the table; nothing if there is nothing to show.
    func print(to output: inout Output) throws {
        let subjects = Set(counts.keys).union(omissions.keys.map(\.subject)).sorted()
        var rows: [[String]] = []
        for subject in subjects {
            let counts = counts[subject] ?? Counts()
            let numbers = [counts.new, counts.known, counts.changed].map { "\($0)" }
            let reasons = omissions.filter { $0.key.subject == subject }.sorted { $0.key.reason < $1.key.reason }
            if reasons.isEmpty {
                rows.append([subject] + numbers + ["0", ""])
            }
            for (index, entry) in reasons.enumerated() {
                let left = index == 0 ? [subject] + numbers : ["", "", "", ""]
                rows.append(left + ["\(entry.value)", entry.key.reason])
            }
        }
        guard !rows.isEmpty else { return }
        let changed = replaces ? "replaced" : "changed"
        var table = Table(["type", "new", "known", changed, "not taken", "why"], rightAligned: [1, 2, 3, 4])
        try table.print(rows, to: &output)
    }
}
