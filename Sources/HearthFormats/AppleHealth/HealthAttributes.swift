import HearthModel

/// The attributes of the export's elements that are read.
enum HealthAttribute: Int, CaseIterable {
    case type
    case sourceName
    case sourceVersion
    case device
    case unit
    case creationDate
    case startDate
    case endDate
    case value
    case key
    case beatsPerMinute
    case time
    case workoutActivityType
    case duration
    case durationUnit
    case totalDistance
    case totalDistanceUnit
    case totalEnergyBurned
    case totalEnergyBurnedUnit
    case totalFlightsClimbed
    case totalSwimmingStrokeCount
    case date
    case path
    case uuid
    case average
    case minimum
    case maximum
    case sum
    case dateOfBirth
    case biologicalSex
    case bloodType
    case skinType
    case frequencyValue
    case frequencyUnit
    case leftEarValue
    case leftEarUnit
    case leftEarMasked
    case leftEarClampingRangeLowerBound
    case leftEarClampingRangeUpperBound
    case rightEarValue
    case rightEarUnit
    case rightEarMasked
    case rightEarClampingRangeLowerBound
    case rightEarClampingRangeUpperBound
    case dateIssued
    case expirationDate
    case brand
    case sphere
    case sphereUnit
    case cylinder
    case cylinderUnit
    case axis
    case axisUnit
    case add
    case addUnit
    case vertex
    case vertexUnit
    case prismAmount
    case prismAmountUnit
    case prismAngle
    case prismAngleUnit
    case farPD
    case farPDUnit
    case nearPD
    case nearPDUnit
    case baseCurve
    case baseCurveUnit
    case diameter
    case diameterUnit
    case identifier
    case sourceURL
    case fhirVersion
    case receivedDate
    case resourceFilePath
    case displayName

    /// The name in the file.
    var name: String {
        switch self {
        case .beatsPerMinute: "bpm"
        case .dateOfBirth: "HKCharacteristicTypeIdentifierDateOfBirth"
        case .biologicalSex: "HKCharacteristicTypeIdentifierBiologicalSex"
        case .bloodType: "HKCharacteristicTypeIdentifierBloodType"
        case .skinType: "HKCharacteristicTypeIdentifierFitzpatrickSkinType"
        default: "\(self)"
        }
    }
}

/// Sorts the attributes of an element by their names, while its start is handled.
///
/// iOS 16 exports statistics of workouts with `startDate` twice, where the second is the end. Of any other attribute that
/// is repeated the first counts.
struct HealthAttributes {
    private let names = XMLNameTable<HealthAttribute>(\.name)

    private var values = [XMLText?](repeating: nil, count: HealthAttribute.allCases.count)
    private var used: [Int] = []
    private var dates = HealthDateReader()

    /// Forgets the attributes of the element before.
    mutating func read(_ attributes: XMLAttributes) {
        for slot in used {
            values[slot] = nil
        }
        used.removeAll(keepingCapacity: true)
        attributes.forEach { attribute in
            guard var slot = names.number(attribute.name) else { return }
            if values[slot] != nil {
                guard slot == HealthAttribute.startDate.rawValue else { return }
                slot = HealthAttribute.endDate.rawValue
                guard values[slot] == nil else { return }
            }
            values[slot] = attribute.value
            used.append(slot)
        }
    }

    /// The value; nil: the element has no such attribute.
    subscript(attribute: HealthAttribute) -> XMLText? {
        values[attribute.rawValue]
    }

    func text(_ attribute: HealthAttribute) -> String? {
        self[attribute]?.string
    }

    /// The number; nil: the attribute is missing or is not a number.
    func number(_ attribute: HealthAttribute) -> Double? {
        self[attribute]?.withBytes { XMLNumber.number($0) }
    }

    mutating func date(_ attribute: HealthAttribute) -> HealthDate? {
        self[attribute].flatMap { dates.date($0) }
    }

    /// A moment, or a day, which begins in UTC.
    mutating func day(_ attribute: HealthAttribute) -> HealthDate? {
        date(attribute)
            ?? text(attribute).flatMap { day in
                let start = "\(day) 00:00:00 +0000"
                return HealthDate(start.utf8Span.span)
            }
    }

    /// A number in a unit; nil: it is missing, or in a unit of something else. Without a unit it is in that one already.
    func number(_ attribute: HealthAttribute, _ unit: HealthAttribute, in target: Unit) -> Double? {
        guard let number = number(attribute), let text = text(unit), !text.isEmpty else { return number(attribute) }
        guard let unit = HealthUnit.unit(text), let conversion = try? UnitConversion(from: unit, to: target) else {
            return nil
        }
        let converted = conversion(number)
        return converted.isFinite ? converted : nil
    }

    func isTrue(_ attribute: HealthAttribute) -> Bool {
        ["1", "true", "yes"].contains(text(attribute)?.lowercased())
    }
}
