/// The properties of one type. `ObjectType` documents them.
struct TypeRecord: Sendable {
    struct QuantityTraits: Sendable {
        var storageUnit: Unit
        var canonicalUnit: Unit
        var aggregation: Aggregation
    }

    var identifier: String
    var shortName: String
    var kind: ObjectType.Kind
    var isWritableByApps: Bool
    var quantity: QuantityTraits?
    var categoryValues: CategoryValueSet?
    var isNutrient = false
}

/// Whether HealthKit lets apps save samples of a type.
enum AppAccess {
    case write
    case readOnly
}

/// The types, in the order of the tables. `ObjectType.index` is a position in `records`.
enum TypeRegistry {
    static let records: [TypeRecord] =
        QuantityTypeTable.rows.map(TypeRecord.init(quantity:))
        + CategoryTypeTable.rows.map(TypeRecord.init(category:))
        + OtherTypeTable.rows.map(TypeRecord.init(other:))

    private static let index = IdentifierIndex(records.map(\.identifier) + RetiredName.types.map(\.retired))
    /// For each retired identifier, the position of its type.
    private static let successors = RetiredName.types.map { name in
        records.firstIndex { $0.identifier == name.current } ?? 0
    }

    /// The position of the type with an identifier, current or retired; nil: this version has none.
    static func find(_ identifier: String) -> Int? { index.find(identifier).map(type) }

    /// The position of the type whose identifier has these bytes.
    ///
    /// Unsafe pointers: the bytes are compared in place, in the memory of a decoded message.
    static func find(_ identifier: UnsafeRawBufferPointer) -> Int? { index.find(identifier).map(type) }

    @inline(__always)
    private static func type(at position: Int) -> Int {
        position < records.count ? position : successors[position - records.count]
    }
}

extension TypeRecord {
    init(quantity row: QuantityTypeTable.Row) {
        identifier = row.identifier
        shortName = Self.shortName(of: row.identifier, after: "HKQuantityTypeIdentifier")
        kind = .quantity
        isWritableByApps = row.access == .write
        let canonicalUnit = Self.unit(row.canonicalUnit)
        quantity = QuantityTraits(
            storageUnit: canonicalUnit == Self.perSecond ? Self.perMinute : canonicalUnit,
            canonicalUnit: canonicalUnit,
            aggregation: row.aggregation
        )
        isNutrient = shortName.hasPrefix("dietary")
    }

    init(category row: CategoryTypeTable.Row) {
        identifier = row.identifier
        let name = Self.shortName(of: row.identifier, after: "HKCategoryTypeIdentifier")
        // HealthKit renamed the constant in iOS 14 and kept the identifier.
        shortName = name == "audioExposureEvent" ? "environmentalAudioExposureEvent" : name
        kind = .category
        isWritableByApps = row.access == .write
        categoryValues = row.values
    }

    init(other row: OtherTypeTable.Row) {
        identifier = row.identifier
        shortName = row.shortName
        kind = row.kind
        isWritableByApps = row.kind.isStored
    }

    // Values are stored in HealthKit's canonical unit, except that rates are stored per minute. Devices record 95 beats
    // a minute; HealthKit's canonical unit is beats a second, and 95 divided by 60 and multiplied again is
    // 94.99999999999999. A saved value must be read back bit for bit.
    private static let perSecond = unit("count/s")
    private static let perMinute = unit("count/min")

    private static func unit(_ text: String) -> Unit {
        do throws(HearthError) {
            return try Unit(text)
        } catch {
            preconditionFailure("the table of quantity types has the unit \(text): \(error)")
        }
    }

    /// The identifier without its prefix, its first word in lower case: `heartRate`, `vo2Max`, `uvExposure`.
    private static func shortName(of identifier: String, after prefix: String) -> String {
        let name = identifier.dropFirst(prefix.count)
        let capitals = name.prefix { $0.isUppercase }
        // The last of several capitals begins the next word, unless a digit follows it.
        let next = name.dropFirst(capitals.count).first
        let beginsWord = capitals.count > 1 && next?.isLowercase == true
        let firstWord = beginsWord ? capitals.dropLast() : capitals
        return firstWord.lowercased() + name.dropFirst(firstWord.count)
    }
}
