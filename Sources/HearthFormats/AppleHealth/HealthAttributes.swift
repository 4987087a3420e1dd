import CExpat
import Foundation

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
/// Unsafe pointers: the values are C strings that Expat owns, valid until the callback returns. `read` forgets those of
/// the element before.
struct HealthAttributes {
    private static let slots = HealthAttribute.allCases.count
    private static let tableSize = 256

    /// For each hash of a name the position of the attribute, plus 1; 0: none.
    private let table: [UInt8]
    private let names: [[UInt8]]
    private var values = [UnsafePointer<XML_Char>?](repeating: nil, count: slots)
    private var used: [Int] = []

    init() {
        names = HealthAttribute.allCases.map { Array($0.name.utf8) }
        var table = [UInt8](repeating: 0, count: Self.tableSize)
        for (position, name) in names.enumerated() {
            var place = Self.hash(name.span)
            while table[place] != 0 {
                place = (place + 1) % Self.tableSize
            }
            table[place] = UInt8(position + 1)
        }
        self.table = table
    }

    mutating func read(_ attributes: XMLAttributes) {
        for slot in used {
            values[slot] = nil
        }
        used.removeAll(keepingCapacity: true)
        attributes.forEach { name, value in
            guard let slot = slot(name) else { return }
            values[slot] = value
            used.append(slot)
        }
    }

    /// The value; nil: the element has no such attribute.
    subscript(attribute: HealthAttribute) -> UnsafePointer<XML_Char>? {
        values[attribute.rawValue]
    }

    func text(_ attribute: HealthAttribute) -> String? {
        self[attribute].map { String(cString: $0) }
    }

    /// The number; nil: the attribute is missing or is not a number.
    func number(_ attribute: HealthAttribute) -> Double? {
        self[attribute].flatMap { withText($0) { XMLNumber.number($0) } }
    }

    func date(_ attribute: HealthAttribute) -> HealthDate? {
        self[attribute].flatMap { withText($0) { HealthDate($0) } }
    }

    private func slot(_ name: UnsafePointer<XML_Char>) -> Int? {
        withText(name) { name in
            guard !name.isEmpty else { return nil }
            var place = Self.hash(name)
            while table[place] != 0 {
                let position = Int(table[place]) - 1
                let known = names[position]
                if known.count == name.count, name.indices.allSatisfy({ name[$0] == known[$0] }) {
                    return position
                }
                place = (place + 1) % Self.tableSize
            }
            return nil
        }
    }

    private static func hash(_ name: Span<UInt8>) -> Int {
        (name.count &* 31 &+ Int(name[0]) &* 7 &+ Int(name[name.count - 1]) &* 3) % tableSize
    }
}
