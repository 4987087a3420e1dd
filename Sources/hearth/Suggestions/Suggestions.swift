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
        self.init(meant: meant, among: written.isEmpty ? [] : known) { name in
            Suggestions.near(written, Suggestions.distance(written, name.comparable))
        }
    }

    /// The same for identifiers of apps. They begin alike, so that nearness counts in the one part that differs:
    /// `org.example.dairy` means `org.example.diary`, and not `org.example.notes`. `names`: what people call the apps.
    init(forApp written: String, among known: [String], names: [String: String] = [:]) {
        let parts = written.parts
        let meant = names.filter { $0.value.lowercased() == written.lowercased() }.keys.sorted()
        let isPattern = written.hasSuffix("*")
        self.init(meant: meant, among: parts.isEmpty ? [] : known) { name in
            if isPattern, name.hasPrefix(written.dropLast()) { return 0 }
            return Suggestions.distance(ofApp: parts, from: name)
        }
    }

    /// `distance`: that of a name, nil if it is not near.
    private init(meant: [String], among known: [String], distance: (String) -> Int?) {
        let rated = known.compactMap { name in distance(name).map { (name: name, distance: $0) } }
        let near = rated.sorted { ($0.distance, $0.name.count, $0.name) < ($1.distance, $1.name.count, $1.name) }
        let others = near.map(\.name).filter { !meant.contains($0) }
        names = Array((meant + others).prefix(Suggestions.most))
    }

    /// A distance from what was written, or nil if that is not near. One letter away from one or two letters is anything.
    private static func near(_ written: String, _ distance: Int) -> Int? {
        distance <= (written.count < 3 ? 0 : max(1, written.count / 3)) ? distance : nil
    }

    /// The distance of an app from the parts of an identifier; nil: they are not near.
    private static func distance(ofApp written: [String], from known: String) -> Int? {
        let parts = known.parts
        if written.joined() == parts.joined() { return 0 }
        // One word alone is looked for in the last part.
        if written.count == 1, let last = known.split(separator: ".").last {
            return near(written[0], distance(written[0], String(last).comparable))
        }
        guard written.count <= parts.count else { return nil }
        let differing = zip(written, parts.suffix(written.count)).filter { $0 != $1 }
        // The beginning may have been left out.
        guard let (wrong, right) = differing.first else { return 1 }
        return differing.count == 1 ? near(wrong, EditDistance.between(wrong.utf8, right.utf8)) : nil
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
        // An app chooses its identifier: it cannot close the quotation marks, and does not look like another app.
        let shown = names.map { name in
            let isPlain = name.unquoted(atMost: Suggestions.lettersMax) == name
            return isPlain ? "'\(name)'" : name.shownAsApp
        }
        // Two spellings of a character look the same.
        let quoted = shown.indices.filter { !shown[..<$0].contains(shown[$0]) }.map { shown[$0] }
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

    /// The parts of the identifier of an app, in one spelling.
    fileprivate var parts: [String] {
        let parts = split { [".", ":"].contains($0) }
        return parts.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }.filter { !$0.isEmpty }
    }

    fileprivate var singular: String { count > 3 && hasSuffix("s") ? String(dropLast()) : self }
}
