import HearthModel

/// Names of types: the short name of Swift programs, or HealthKit's identifier.
enum TypeName {
    /// The type with a name, of which the store holds samples.
    static func type(_ name: String) throws(InputError) -> ObjectType {
        guard let type = find(name) else { throw unknown(name) }
        guard type.isStored else {
            throw InputError(
                "The store holds no samples of \(type.shortName). 'hearth types' lists the types that it can hold."
            )
        }
        return type
    }

    private static func find(_ name: String) -> ObjectType? {
        if let type = ObjectType(identifier: name) { return type }
        if let type = ObjectType.all.first(where: { $0.shortName == name }) { return type }
        let lowercased = name.lowercased()
        return ObjectType.all.first { $0.shortName.lowercased() == lowercased }
    }

    static func unknown(_ name: String) -> InputError {
        let nearest = suggestions(for: name).map { "'\($0)'" }
        let question =
            switch nearest.count {
            case 0: ""
            case 1: " Did you mean \(nearest[0])?"
            default: " Did you mean \(nearest.dropLast().joined(separator: ", ")) or \(nearest[nearest.count - 1])?"
            }
        return InputError("There is no type '\(name.printable)'.\(question) 'hearth types' lists them all.")
    }

    // MARK: - Suggestions

    private static let mostSuggestions = 3

    /// The short names nearest to an unknown name: a few letters away, or containing it.
    static func suggestions(for name: String) -> [String] {
        let written = name.comparable
        guard !written.isEmpty else { return [] }
        let reach = max(2, written.count / 3)
        let rated = ObjectType.all.filter(\.isStored).compactMap { type -> (name: String, distance: Int)? in
            let known = type.shortName.comparable
            // A part of a name is as near as one wrong letter: 'heart' and 'steps' mean heartRate and stepCount.
            let isPart = written.count >= 3 && (known.contains(written) || known.contains(written.singular))
            let distance = isPart ? 1 : EditDistance.between(written, known)
            return distance <= reach ? (type.shortName, distance) : nil
        }
        let sorted = rated.sorted { ($0.distance, $0.name.count, $0.name) < ($1.distance, $1.name.count, $1.name) }
        return sorted.prefix(mostSuggestions).map(\.name)
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

extension ObjectType.Kind {
    /// The name in tables and errors.
    var name: String {
        switch self {
        case .workoutRoute: "route"
        case .heartbeatSeries: "heartbeats"
        default: "\(self)"
        }
    }
}

extension ObjectType {
    /// The values of a category with their names, each value once, with the name that it has today.
    var categoryNames: [(value: Int64, name: String)] {
        guard let names = categoryValues?.names else { return [] }
        return names.enumerated()
            .filter { index, entry in !names.prefix(index).contains { $0.key == entry.key } }
            .map { ($1.key, $1.value) }
    }
}
