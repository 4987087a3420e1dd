import HearthKit
import HearthModel

/// A unit as the command line reads and prints it. It differs from HealthKit's unit in three cases:
///
/// - `%` is a percentage: 97 % is what HealthKit stores as 0.97.
/// - `1` is the unit of a plain number: a percentage in it is a share, 0.97.
/// - `mmol/L` of blood glucose needs no molar mass.
struct DisplayUnit: Hashable, Sendable {
    let unit: Unit
    let text: String
    /// The printed number is the value in `unit` times ten to this power.
    let decimalPlaces: Int

    /// The type determines the molar mass.
    init(_ unit: Unit, of type: ObjectType? = nil) {
        self.unit = unit
        let name = unit.isNull || unit == type?.shareUnit ? "1" : unit.text
        text = type == .bloodGlucose ? name.replacing(DisplayUnit.moleOfGlucose, with: "mol") : name
        decimalPlaces = unit.text == "%" ? 2 : 0
    }

    /// Throws for a text that is not a unit.
    init(_ text: String, of type: ObjectType? = nil) throws(HearthError) {
        if text == "1", let share = type?.shareUnit {
            self.init(share, of: type)
        } else {
            self.init(try Unit(type == .bloodGlucose ? DisplayUnit.namingGlucose(in: text) : text), of: type)
        }
    }

    /// The shortest text of a value in `unit`. It reads as the same value.
    func text(of value: Double) -> String {
        decimalPlaces == 0 ? value.shortText : DecimalText.text(of: value, shiftedBy: decimalPlaces)
    }

    /// A value in `unit` as people write it: with six digits, or more before the point.
    func roundedText(of value: Double) -> String {
        text(of: value.withSixDigits)
    }

    /// The value in `unit` that a text shows; nil when it is not a finite number. A percentage may end in `%`.
    func value(_ text: Span<UInt8>) -> Double? {
        guard decimalPlaces != 0, text.count > 0, text[text.count - 1] == UInt8(ascii: "%") else {
            return DecimalText.value(text, shiftedBy: -decimalPlaces)
        }
        let number = text.extracting(0..<text.count - 1)
        return DecimalText.value(number.extracting(number.trimmedRange), shiftedBy: -decimalPlaces)
    }

    private static let moleOfGlucose = (try? Unit("mol<\(HKUnitMolarMassBloodGlucose)>"))?.text ?? ""

    /// Adds the molar mass to a mole without one.
    private static func namingGlucose(in text: String) -> String {
        text.contains("<") ? text : text.replacing("mol", with: moleOfGlucose)
    }
}

extension ObjectType {
    static let bloodGlucose = ObjectType(identifier: "HKQuantityTypeIdentifierBloodGlucose")

    /// Of a percentage, the unit in which it is a share of one.
    fileprivate var shareUnit: Unit? { storageUnit?.text == "%" ? .count : nil }

    /// The unit in which values are stored, as it is shown; nil for types without units.
    var displayUnit: DisplayUnit? { valueType.storageUnit.map { DisplayUnit($0, of: self) } }

    /// The types of the two values of a blood pressure, in the order in which they are written.
    static let bloodPressureValues = [ObjectType.bloodPressureSystolic, .bloodPressureDiastolic]

    /// The type whose unit the value has: that of a blood pressure is in its two quantities.
    var valueType: ObjectType { self == .bloodPressure ? .bloodPressureSystolic : self }

    /// The unit that a text names, in which values of this type can be.
    func unit(_ text: String) throws(InputError) -> DisplayUnit {
        guard let storageUnit = valueType.storageUnit else {
            throw InputError("\(shortName) is not a quantity: its samples have no unit.")
        }
        let unit: DisplayUnit
        do throws(HearthError) {
            unit = try DisplayUnit(text, of: self)
        } catch {
            throw InputError("'\(text.printable)' is not a unit.\(advice(for: text))")
        }
        guard unit.unit.isCompatible(with: storageUnit) else {
            throw InputError("The unit '\(unit.text)' does not fit \(shortName).\(advice(for: text))")
        }
        return unit
    }

    /// The units that a wrong one may have meant, and where all of them are listed.
    private func advice(for text: String) -> String {
        let stored = displayUnit.map { " \(shortName) is stored in '\($0.text)'." } ?? ""
        let question = CommonUnits.suggestions(for: text, of: self).question
        return "\(question)\(stored) 'hearth types \(shortName)' lists its units."
    }
}
