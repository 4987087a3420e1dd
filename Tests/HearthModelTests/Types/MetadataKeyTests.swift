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

    @Test("An entry with a retired key gets the current one, unless that is there")
    func retiredKeys() throws {
        for name in RetiredName.metadataKeys {
            #expect(MetadataKey(rawValue: name.current) != nil && MetadataKey(rawValue: name.retired) == nil)
            #expect(
                MetadataKey.current(name.retired) == name.current && MetadataKey.current(name.current) == name.current
            )
            let (old, new) = (
                Metadata.Entry(key: name.retired, value: .integer(1)), Metadata.Entry(key: "own", value: .integer(2))
            )
            let renamed = Metadata.Entry(key: name.current, value: .integer(1))
            #expect([old, new].withCurrentKeys == [renamed, new])
            let both = Metadata.Entry(key: name.current, value: .integer(3))
            #expect([old, both].withCurrentKeys == [both] && [new].withCurrentKeys == [new])
            // The longer key does not count against the limit: what was within it stays within it.
            let room = Int(Limits.standard.metadataBytes) - name.retired.utf8.count - 3
            let rest = Metadata.Entry(key: "own", value: .string(String(repeating: "x", count: room)))
            #expect([old, rest].withCurrentKeys == [renamed, rest])
            #expect(try Metadata([renamed, rest]).entries.count == 2)
            let longer = Metadata.Entry(key: "own", value: .string(String(repeating: "x", count: room + 1)))
            #expect(throws: HearthError.self) { try Metadata([renamed, longer]) }
        }
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
