import HearthModel

/// Names of types: the short name of Swift programs, HealthKit's identifier, or a word that people have for one type.
enum TypeName {
    /// The type with a name. Throws if the store cannot hold its samples.
    static func type(_ name: String) throws(InputError) -> ObjectType {
        guard let type = find(name) else { throw unknown(name) }
        guard type.isStored else {
            throw InputError(
                "The store holds no samples of \(type.shortName). 'hearth types' lists the types that it can hold."
            )
        }
        return type
    }

    /// The type with a name that access is decided for: one with samples, or a characteristic.
    static func decidedType(_ name: String) throws(InputError) -> ObjectType {
        guard let found = find(name) else { throw unknown(name, among: ObjectType.all.filter(\.isAskedFor)) }
        return found.kind == .characteristic ? found : try type(name)
    }

    private static func find(_ name: String) -> ObjectType? {
        guard !name.isEmpty else { return nil }
        if let type = ObjectType(identifier: name) { return type }
        if let type = ObjectType.all.first(where: { $0.shortName == name }) { return type }
        let lowercased = name.lowercased()
        // HealthKit has a type whose identifier ends in another name than programs use.
        return ObjectType.all.first { $0.shortName.lowercased() == lowercased }
            ?? ObjectType.all.first { $0.identifier.lowercased().hasSuffix("typeidentifier" + lowercased) }
            ?? named(lowercased.filter { !"-_ ".contains($0) })
    }

    /// The one type that people call by a word, as `weight` or `steps`, or by its name in words, as `heart-rate`.
    private static func named(_ word: String) -> ObjectType? {
        if let type = ObjectType.all.first(where: { $0.shortName.lowercased() == word }) { return type }
        let meant = synonyms[word] ?? (word.hasSuffix("s") ? synonyms[String(word.dropLast())] : nil) ?? []
        return meant.count == 1 ? ObjectType.all.first { $0.shortName == meant[0] } : nil
    }

    /// `types`: those that can be meant.
    static func unknown(_ name: String, among types: [ObjectType] = ObjectType.all.filter(\.isStored)) -> InputError {
        guard !["all", "everything", "*"].contains(name.lowercased()) else {
            return InputError("'\(name)' is not a type: name each type that you mean. 'hearth types' lists the types.")
        }
        if DatePhrase.isLastWord(name) {
            return InputError(
                "There is no type '\(name.printable)'. Write a date of several words in quotes, such as --since 'last monday'."
            )
        }
        let parts = name.split(separator: ",").map { $0.filter { $0 != " " } }
        if name.contains(","), !parts.isEmpty, parts.allSatisfy({ find($0) != nil }) {
            let types = parts.joined(separator: " ")
            return InputError("There is no type '\(name.printable)'. Write spaces between types: \(types.printable).")
        }
        // Patterns have no meaning, and what they mean is likely a type of a similar name.
        let question = suggestions(for: name.filter { $0 != "*" }, among: types).question
        return InputError("There is no type '\(name.printable)'.\(question) 'hearth types' lists them all.")
    }

    static func suggestions(
        for name: String,
        among types: [ObjectType] = ObjectType.all.filter(\.isStored)
    ) -> Suggestions {
        Suggestions(for: name, among: types.map(\.shortName), synonyms: synonyms)
    }

    private static let synonyms = [
        "alcohol": ["numberOfAlcoholicBeverages"],
        "anxiety": ["stateOfMind"],
        "beer": ["numberOfAlcoholicBeverages"],
        "bmi": ["bodyMassIndex"],
        "bp": ["bloodPressure"],
        "bpm": ["heartRate"],
        "breathing": ["respiratoryRate"],
        "calorie": ["activeEnergyBurned", "dietaryEnergyConsumed"],
        "carb": ["dietaryCarbohydrates"],
        "coffee": ["dietaryCaffeine"],
        "cycling": ["distanceCycling", "workout"],
        "diastolic": ["bloodPressureDiastolic"],
        "distance": ["distanceWalkingRunning", "distanceCycling", "distanceSwimming"],
        "drink": ["dietaryWater", "numberOfAlcoholicBeverages"],
        "emotion": ["stateOfMind"],
        "exercise": ["workout", "appleExerciseTime"],
        "feeling": ["stateOfMind"],
        "hr": ["heartRate"],
        "hrv": ["heartRateVariabilitySDNN"],
        "meditation": ["mindfulSession"],
        "mood": ["stateOfMind"],
        "oxygen": ["oxygenSaturation"],
        "period": ["menstrualFlow"],
        "pulse": ["heartRate"],
        "run": ["workout", "distanceWalkingRunning"],
        "running": ["workout", "distanceWalkingRunning"],
        "sleep": ["sleepAnalysis"],
        "spo2": ["oxygenSaturation"],
        "step": ["stepCount"],
        "sugar": ["bloodGlucose", "dietarySugar"],
        "systolic": ["bloodPressureSystolic"],
        "temperature": ["bodyTemperature"],
        "walk": ["stepCount", "distanceWalkingRunning"],
        "weight": ["bodyMass"],
        "wine": ["numberOfAlcoholicBeverages"],
    ]
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
