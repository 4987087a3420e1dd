import HearthModel

/// Reads what an export says about its owner.
enum HealthCharacteristics {
    static func values(_ attributes: inout HealthAttributes, _ tally: inout HealthTally) -> CharacteristicValues {
        var values = CharacteristicValues()
        values.dateOfBirth = attributes.text(.dateOfBirth).flatMap(date)
        values.biologicalSex = number(attributes.text(.biologicalSex), "HKBiologicalSex", sexes)
        values.bloodType = number(attributes.text(.bloodType), "HKBloodType", bloodTypes)
        values.fitzpatrickSkinType = number(attributes.text(.skinType), "HKFitzpatrickSkinType", skinTypes)
        if (try? values.validateForSaving()) == nil {
            tally.omit(HealthElement.characteristics.rawValue, .invalidValue)
            return CharacteristicValues()
        }
        return values
    }

    private static let sexes = ["NotSet", "Female", "Male", "Other"]
    private static let bloodTypes = [
        "NotSet", "APositive", "ANegative", "BPositive", "BNegative", "ABPositive", "ABNegative", "OPositive",
        "ONegative",
    ]
    private static let skinTypes = ["NotSet", "I", "II", "III", "IV", "V", "VI"]

    /// The position of a name; nil: it is not set.
    private static func number(_ text: String?, _ prefix: String, _ names: [String]) -> UInt32? {
        guard let text, text.hasPrefix(prefix), let index = names.firstIndex(of: String(text.dropFirst(prefix.count))),
            index > 0
        else { return nil }
        return UInt32(index)
    }

    /// The attributes of the element, without the identifiers' common beginning.
    static func texts(_ values: CharacteristicValues) -> [(name: String, value: String)] {
        func text(_ number: UInt32?, _ prefix: String, _ names: [String]) -> String {
            let index = number.map { Int($0) } ?? 0
            return prefix + (names.indices.contains(index) ? names[index] : names[0])
        }
        var date = ""
        if let day = values.dateOfBirth {
            func digits(_ number: UInt32, _ count: Int) -> String {
                String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
            }
            date = "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
        }
        return [
            ("DateOfBirth", date),
            ("BiologicalSex", text(values.biologicalSex, "HKBiologicalSex", sexes)),
            ("BloodType", text(values.bloodType, "HKBloodType", bloodTypes)),
            ("FitzpatrickSkinType", text(values.fitzpatrickSkinType, "HKFitzpatrickSkinType", skinTypes)),
        ]
    }

    /// `1985-04-12`.
    private static func date(_ text: String) -> CalendarDate? {
        let parts = text.split(separator: "-").compactMap { UInt32($0) }
        guard parts.count == 3 else { return nil }
        return CalendarDate(year: parts[0], month: parts[1], day: parts[2])
    }
}
