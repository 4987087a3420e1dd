/// A metadata key that HealthKit defines. Apps may also use their own keys, which are plain strings.
package struct MetadataKey: Hashable, Sendable {
    /// The kind of value that HealthKit expects for a key.
    package enum ValueKind: Hashable, Sendable, CaseIterable {
        case string
        case number
        case boolean
        case date
        case quantity
        /// A number of one of HealthKit's enumerations.
        case enumeration
    }

    private let index: UInt8

    private init(index: Int) {
        self.index = UInt8(index)
    }

    /// The key with exactly these bytes; nil: HealthKit has none.
    package init?(rawValue: String) {
        guard let index = Self.positions.find(rawValue) else { return nil }
        self.init(index: index)
    }

    /// Every key that this version knows.
    package static let all: [MetadataKey] = MetadataKeyTable.rows.indices.map { MetadataKey(index: $0) }

    private static let positions = IdentifierIndex(MetadataKeyTable.rows.map(\.rawValue))

    /// The string in an object's metadata, for example `HKTimeZone`.
    package var rawValue: String { MetadataKeyTable.rows[Int(index)].rawValue }

    package var valueKind: ValueKind { MetadataKeyTable.rows[Int(index)].valueKind }

    /// The constant's name in HealthKit's headers, for example `HKMetadataKeyTimeZone`.
    ///
    /// Older strings lack the `MetadataKey` that newer ones share with their constants; one string is misspelt.
    package var constantName: String {
        let constantPrefix = "HKMetadataKey"
        if rawValue.hasPrefix(constantPrefix) {
            return rawValue
        }
        if rawValue == "HKCyclingCyclingFunctionalThresholdPowerTestType" {
            return constantPrefix + "CyclingFunctionalThresholdPowerTestType"
        }
        return constantPrefix + rawValue.dropFirst("HK".count)
    }
}

extension MetadataKey {
    // Keys in HealthKit's rules.

    /// A string under which the store recognises a new version of an object; needs `syncVersion`.
    package static let syncIdentifier = known("HKMetadataKeySyncIdentifier")
    /// A number: the object with the greater one replaces the other. Needs `syncIdentifier`.
    package static let syncVersion = known("HKMetadataKeySyncVersion")
    package static let timeZone = known("HKTimeZone")
    package static let wasUserEntered = known("HKWasUserEntered")
    package static let weatherHumidity = known("HKWeatherHumidity")
    /// Each menstrual flow sample must have it.
    package static let menstrualCycleStart = known("HKMenstrualCycleStart")
    /// Each insulin delivery sample must have it.
    package static let insulinDeliveryReason = known("HKInsulinDeliveryReason")

    private static func known(_ rawValue: String) -> MetadataKey {
        guard let key = MetadataKey(rawValue: rawValue) else {
            preconditionFailure("the table has no key \(rawValue)")
        }
        return key
    }
}
