import HearthModel

/// The known names that a wrong one may have meant, the likeliest first.
struct Suggestions: Hashable, Sendable {
    private static let most = 3
    private static let lettersMax = 60

    let names: [String]

    /// A synonym is what other programs or people call a name: `rm` for `delete`, `weight` for `bodyMass`.
    init(for written: String, among known: [String], synonyms: [String: [String]] = [:]) {
        let written = written.comparable
        let meant = (synonyms[written] ?? synonyms[written.singular] ?? []).filter(known.contains)
        // One letter away from one or two letters is anything.
        let reach = written.count < 3 ? 0 : max(1, written.count / 3)
        let rated = known.compactMap { name -> (name: String, distance: Int)? in
            let distance = Suggestions.distance(written, name.comparable)
            return distance <= reach ? (name, distance) : nil
        }
        let near = rated.sorted { ($0.distance, $0.name.count, $0.name) < ($1.distance, $1.name.count, $1.name) }
        let others = near.map(\.name).filter { !meant.contains($0) }
        names = written.isEmpty ? [] : Array((meant + others).prefix(Suggestions.most))
    }

    /// A part of a name is as near as one wrong letter: 'heart' and 'steps' mean heartRate and stepCount.
    private static func distance(_ written: String, _ known: String) -> Int {
        if written == known { return 0 }
        // Three letters in the middle of a name are there by chance.
        let isPart =
            written.count == 3
            ? known.hasPrefix(written)
            : written.count > 3 && (known.contains(written) || known.contains(written.singular))
        return isPart ? 1 : EditDistance.between(written.utf8, known.utf8)
    }

    /// A question that follows an error, with a space before it; empty when nothing is near.
    var question: String {
        // An app chooses its identifier: it cannot close the quotation marks.
        let quoted = names.map { "'\($0.unquoted(atMost: Suggestions.lettersMax))'" }
        guard let last = quoted.last else { return "" }
        return " Did you mean \(quoted.count == 1 ? "" : quoted.dropLast().joined(separator: ", ") + " or ")\(last)?"
    }
}

extension String {
    /// In one spelling for `heart-rate`, `HeartRate` and `HKQuantityTypeIdentifierHeartRate`.
    fileprivate var comparable: String {
        var name = self[...]
        if name.hasPrefix("HK"), let end = name.firstRange(of: "Identifier")?.upperBound {
            name = name[end...]
        }
        return name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    fileprivate var singular: String { count > 3 && hasSuffix("s") ? String(dropLast()) : self }
}
