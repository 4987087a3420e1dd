import HearthModel
import Testing

@Suite("Metadata keys")
struct MetadataKeyTests {
    @Test("The list has the table's rows and no others")
    func rawValues() {
        #expect(TypeFixture.metadataKeys.count == 71)
        #expect(MetadataKey.all.map(\.rawValue) == TypeFixture.metadataKeys.map { $0.field("raw_value") })
    }

    @Test("Every fact is the table's", arguments: TypeFixture.metadataKeys)
    func facts(row: TypeFixture.Row) throws {
        let key = try #require(MetadataKey(rawValue: row.field("raw_value")))
        #expect(key.rawValue == row.field("raw_value"))
        #expect(key.constantName == row.field("swift_constant"))
        #expect(Self.valueType(key.valueKind) == row.field("value_type"))
    }

    private static func valueType(_ kind: MetadataKey.ValueKind) -> String {
        switch kind {
        case .string: "NSString"
        case .number: "NSNumber"
        case .boolean: "NSNumber(BOOL)"
        case .date: "NSDate"
        case .quantity: "HKQuantity"
        case .enumeration: "NSNumber(enum)"
        }
    }

    @Test("Each constant is the key that its name says")
    func constants() {
        #expect(MetadataKey.syncIdentifier.constantName == "HKMetadataKeySyncIdentifier")
        #expect(MetadataKey.syncVersion.constantName == "HKMetadataKeySyncVersion")
        #expect(MetadataKey.timeZone.constantName == "HKMetadataKeyTimeZone")
        #expect(MetadataKey.wasUserEntered.constantName == "HKMetadataKeyWasUserEntered")
        #expect(MetadataKey.menstrualCycleStart.constantName == "HKMetadataKeyMenstrualCycleStart")
        #expect(MetadataKey.insulinDeliveryReason.constantName == "HKMetadataKeyInsulinDeliveryReason")
    }

    @Test("A key of an app's own is none of HealthKit's")
    func otherKeys() {
        let texts = [
            "", "\0", "K", "HKTimeZon", "HKTimeZone\0", "HKTimeZoneX", "H\u{212A}TimeZone", "HKMetadataKeyTimeZone",
            String(repeating: "K", count: 1 << 20),
        ]
        for (position, text) in texts.enumerated() {
            let found = MetadataKey(rawValue: text) != nil
            #expect(!found, "texts[\(position)]")
        }
    }
}
