import HearthModel

/// Reads what the command line says about a workout. No error repeats a value.
enum WorkoutReading {
    /// The activity with a name.
    static func activity(_ name: String) throws(InputError) -> WorkoutActivityType {
        let known = WorkoutActivityType.all
        if let found = known.first(where: { $0.name.lowercased() == name.lowercased() || $0.exportName == name }) {
            return found
        }
        let question = Suggestions(for: name, among: known.map(\.name), synonyms: synonyms).question
        throw InputError("This is not an activity.\(question) Write running, cycling, walking, yoga, other, ...")
    }

    private static let synonyms = [
        "bike": ["cycling"], "gym": ["traditionalStrengthTraining"], "hike": ["hiking"], "jog": ["running"],
        "ride": ["cycling"], "run": ["running"], "swim": ["swimming"], "walk": ["walking"],
        "weights": ["traditionalStrengthTraining"],
    ]

    /// A total in a unit, of a text that may name another unit.
    static func total(_ text: String, _ option: String, in unit: Unit) throws(InputError) -> Double {
        let (number, name) = text.numberAndUnit
        guard let value = Double(number), value.isFinite, value >= 0 else {
            throw InputError("\(option) is a number and its unit, such as 5km or 300kcal.")
        }
        guard !name.isEmpty else { return value }
        // Elsewhere on the command line an hour is h, too.
        guard let own = try? Unit(name == "h" ? "hr" : name),
            let conversion = try? UnitConversion(from: own, to: unit)
        else {
            throw InputError("'\(name.printable)' is not a unit for \(option). Write '\(unit.text)', for example.")
        }
        return conversion(value)
    }
}
