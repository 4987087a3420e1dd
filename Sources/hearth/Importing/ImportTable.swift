import HearthFormats
import HearthModel

/// Counts what becomes of the objects in files, by type.
struct ImportTable: Sendable {
    /// The samples of a type.
    struct Counts: Sendable {
        var new = 0
        /// Stored already.
        var known = 0
        /// Stored with another value.
        var changed = 0
    }

    private struct Omission: Hashable {
        let subject: String
        let reason: String
    }

    private var counts: [String: Counts] = [:]
    private var omissions: [Omission: Int] = [:]

    /// The samples that were handled so far.
    var sampleCount: Int { counts.values.reduce(0) { $0 + $1.new + $1.known + $1.changed } }

    var omittedCount: Int { omissions.values.reduce(0, +) }

    var changedCount: Int { counts.values.reduce(0) { $0 + $1.changed } }

    mutating func add(_ more: Counts, of type: ObjectType) {
        var sum = counts[type.shortName] ?? Counts()
        sum.new += more.new
        sum.known += more.known
        sum.changed += more.changed
        counts[type.shortName] = sum
    }

    mutating func omit(_ subject: String, _ reason: String, count: Int = 1) {
        let name = ObjectType(identifier: subject)?.shortName ?? subject
        omissions[Omission(subject: name, reason: reason), default: 0] += count
    }

    mutating func add(_ tally: HealthTally) {
        for (omission, count) in tally.omissions {
            omit(omission.subject, omission.reason.rawValue, count: count)
        }
    }

    /// The table; empty if there is nothing to show.
    var lines: [String] {
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
        guard !rows.isEmpty else { return [] }
        var table = Table(["type", "new", "known", "changed", "not taken", "why"], rightAligned: [1, 2, 3, 4])
        return table.lines(rows)
    }
}
