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

    /// The name in the file.
    fileprivate var name: String {
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
}
