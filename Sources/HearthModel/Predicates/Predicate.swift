/// A condition on samples: a flat list of terms in postfix order.
///
/// A test pushes one truth value; an operator pops its number of operands and pushes one. All values that are left at
/// the end must hold. It is not a tree, because the sender of a tree would control how much stack its decoder needs.
package struct Predicate: Hashable, Sendable {
    package var terms: [Term]

    package init(terms: [Term]) {
        self.terms = terms
    }

    /// A test or an operator.
    package enum Term: Hashable, Sendable {
        /// All of this many operands hold.
        case allOf(UInt32)
        /// At least one of this many operands holds.
        case anyOf(UInt32)
        /// None of this many operands holds.
        case noneOf(UInt32)
        /// One activity of the workout satisfies all of this many operands.
        case anyActivity(UInt32)
        case constant(Bool)
        case interval(Interval)
        case comparison(Comparison)
        /// The sample is one of these.
        case ids([ObjectID])
        /// The sample's metadata has the key.
        case metadataKey(String)
        case metadata(MetadataMatch)
        case attribute(AttributeMatch)
        /// One of the apps with these bundle identifiers saved the sample.
        case sources([String])
        case sourceRevisions([SourceRevisionPattern])
        /// One of these devices measured the sample, equal in every property.
        case devices([Device])
        case deviceProperty(DevicePropertyMatch)
        /// The sample is associated with the workout.
        case inWorkout(ObjectID)
        /// The sample is a member of the correlation.
        case inCorrelation(ObjectID)
        /// Whether the sample is a member of any correlation.
        case correlated(Bool)
    }
}

/// Without a strict side: samples that overlap the interval, start < `end` and end >= `start`, as HealthKit has it.
package struct Interval: Hashable, Sendable {
    /// Nil if the interval has no beginning.
    package var start: Timestamp?
    /// Nil if the interval has no end.
    package var end: Timestamp?
    /// The sample's start lies in the interval.
    package var strictStart: Bool
    /// The sample's end lies in the interval.
    package var strictEnd: Bool

    package init(start: Timestamp?, end: Timestamp?, strictStart: Bool = false, strictEnd: Bool = false) {
        self.start = start
        self.end = end
        self.strictStart = strictStart
        self.strictEnd = strictEnd
    }
}

/// The relation of a left side to a right side.
package enum Relation: UInt32, Hashable, Sendable, CaseIterable {
    case less = 1
    case lessOrEqual = 2
    case equal = 3
    case notEqual = 4
    case greater = 5
    case greaterOrEqual = 6
    // Between texts only.
    case contains = 7
    case beginsWith = 8
    case endsWith = 9

    package var isBetweenTextsOnly: Bool { rawValue >= Relation.contains.rawValue }
}

/// A field of the sample has a relation to an operand. A sample without a value in the field matches only `notEqual`.
package struct Comparison: Hashable, Sendable {
    package var field: Field
    package var relation: Relation
    package var operand: Operand
    /// The quantity type whose statistics are compared, for fields that need it.
    package var statisticsType: ObjectType?

    package init(field: Field, relation: Relation, operand: Operand, statisticsType: ObjectType? = nil) {
        self.field = field
        self.relation = relation
        self.operand = operand
        self.statisticsType = statisticsType
    }

    /// The right side.
    package enum Operand: Hashable, Sendable {
        /// A quantity, in the unit or else in the storage unit of the type compared; or seconds, without a unit.
        case number(Double, Unit?)
        /// A time in nanoseconds, a count, a category value, an activity type.
        case integer(Int64)
    }
}

/// The metadata's value for the key of at least one of the entries has the relation to the entry's value. An absent
/// key, like a value of another kind, satisfies only `notEqual`.
package struct MetadataMatch: Hashable, Sendable {
    package var relation: Relation
    package var entries: [Metadata.Entry]

    package init(relation: Relation, entries: [Metadata.Entry]) {
        self.relation = relation
        self.entries = entries
    }
}

/// Versions of an app.
package struct SourceRevisionPattern: Hashable, Sendable {
    package var bundleIdentifier: String
    package var version: Part<String>
    package var productType: Part<String>
    package var operatingSystemVersion: Part<OperatingSystemVersion>

    package init(
        bundleIdentifier: String,
        version: Part<String> = .any,
        productType: Part<String> = .any,
        operatingSystemVersion: Part<OperatingSystemVersion> = .any
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.version = version
        self.productType = productType
        self.operatingSystemVersion = operatingSystemVersion
    }

    /// What a part of a source revision must be.
    package enum Part<Value: Hashable & Sendable>: Hashable, Sendable {
        case any
        /// Exactly this; nil: the part is absent.
        case exactly(Value?)
    }
}

/// The device that measured has one of these values in a property.
package struct DevicePropertyMatch: Hashable, Sendable {
    package var property: DeviceProperty
    /// Empty: the property or the whole device is absent.
    package var values: [String]

    package init(property: DeviceProperty, values: [String]) {
        self.property = property
        self.values = values
    }
}

/// A property of a device; the numbers are those of its fields on the wire.
package enum DeviceProperty: UInt32, Hashable, Sendable, CaseIterable {
    case name = 1
    case manufacturer = 2
    case model = 3
    case hardwareVersion = 4
    case firmwareVersion = 5
    case softwareVersion = 6
    case localIdentifier = 7
    case udiDeviceIdentifier = 8

    /// The property's key path in a device.
    package var keyPath: any KeyPath<Device, String?> & Sendable {
        switch self {
        case .name: \.name
        case .manufacturer: \.manufacturer
        case .model: \.model
        case .hardwareVersion: \.hardwareVersion
        case .firmwareVersion: \.firmwareVersion
        case .softwareVersion: \.softwareVersion
        case .localIdentifier: \.localIdentifier
        case .udiDeviceIdentifier: \.udiDeviceIdentifier
        }
    }
}
