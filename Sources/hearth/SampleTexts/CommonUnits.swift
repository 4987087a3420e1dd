import HearthModel

/// The units in which people write quantities, out of those that HealthKit's prefixes and products make possible.
enum CommonUnits {
    /// By what they measure, the usual ones first.
    private static let texts = [
        "count", "%", "1",
        "count/min", "count/s", "count/hr", "Hz",
        "kg", "g", "mg", "mcg", "lb", "oz", "st",
        "m", "km", "cm", "mm", "ft", "in", "yd", "mi",
        "L", "mL", "dL", "cup_us", "fl_oz_us", "pt_us", "fl_oz_imp", "pt_imp",
        "s", "ms", "min", "hr", "d",
        "kcal", "Cal", "cal", "kJ", "J",
        "W", "kW",
        "kcal/(kg*hr)", "mL/(kg*min)", "L/min", "L/s",
        "mmHg", "kPa", "cmAq", "inHg", "atm",
        "degC", "degF", "K",
        "mg/dL", "mmol/L", "g/L",
        "m/s", "km/hr", "mi/hr", "ft/s",
        "IU", "S", "mcS", "V", "mV", "mcV", "lx", "deg", "rad", "dBASPL", "dBHL", "appleEffortScore",
    ]

    /// What people and other programs call units.
    private static let synonyms = [
        "beat": ["count", "count/min"],
        "beatsmin": ["count/min"],
        "beatspermin": ["count/min"],
        "bpm": ["count/min"],
        "breathsmin": ["count/min"],
        "c": ["degC"],
        "calorie": ["kcal", "cal"],
        "celsius": ["degC"],
        "centimeter": ["cm"],
        "centimetre": ["cm"],
        "day": ["d"],
        "f": ["degF"],
        "fahrenheit": ["degF"],
        "feet": ["ft"],
        "foot": ["ft"],
        "gram": ["g"],
        "h": ["hr"],
        "hour": ["hr"],
        "inch": ["in"],
        "inches": ["in"],
        "joule": ["J"],
        "kg": ["kg"],
        "kgs": ["kg"],
        "kilo": ["kg"],
        "kilocalorie": ["kcal"],
        "kilogram": ["kg"],
        "kilojoule": ["kJ"],
        "kilometer": ["km"],
        "kilometre": ["km"],
        "kmh": ["km/hr"],
        "kph": ["km/hr"],
        "lbs": ["lb"],
        "liter": ["L"],
        "litre": ["L"],
        "meter": ["m"],
        "metre": ["m"],
        "microgram": ["mcg"],
        "mile": ["mi"],
        "min": ["count/min"],
        "milligram": ["mg"],
        "milliliter": ["mL"],
        "millilitre": ["mL"],
        "millisecond": ["ms"],
        "minute": ["min"],
        "mmol": ["mmol/L"],
        "mph": ["mi/hr"],
        "ounce": ["oz"],
        "percent": ["%"],
        "pct": ["%"],
        "permin": ["count/min"],
        "pound": ["lb"],
        "rpm": ["count/min"],
        "sec": ["s"],
        "second": ["s"],
        "step": ["count"],
        "stone": ["st"],
        "ug": ["mcg"],
        "watt": ["W"],
        "yard": ["yd"],
    ]

    /// The units in which values of a type can be, that of storage first.
    static func units(of type: ObjectType) -> [DisplayUnit] {
        guard let storageUnit = type.valueType.storageUnit, let displayUnit = type.displayUnit else { return [] }
        let others = texts.compactMap { try? DisplayUnit($0, of: type) }
            .filter { $0.unit.isCompatible(with: storageUnit) && $0 != displayUnit }
        return others.reduce(into: [displayUnit]) { units, unit in
            if !units.contains(where: { $0.text == unit.text }) {
                units.append(unit)
            }
        }
    }

    static func suggestions(for text: String, of type: ObjectType) -> Suggestions {
        Suggestions(for: text, among: units(of: type).map(\.text), synonyms: synonyms)
    }
}
