import HearthModel
import Testing

@Suite("Looking types up")
struct ObjectTypeTests {
    @Test("Every identifier finds its own type")
    func findsAll() {
        #expect(ObjectType.all.count == 222)
        for (position, type) in ObjectType.all.enumerated() {
            #expect(type.index == UInt16(position))
            #expect(ObjectType(identifier: type.identifier) == type)
            #expect(type.description == type.identifier)
        }
    }

    @Test("Identifiers and short names are unique")
    func uniqueNames() {
        #expect(Set(ObjectType.all.map(\.identifier)).count == ObjectType.all.count)
        #expect(Set(ObjectType.all.map(\.shortName)).count == ObjectType.all.count)
    }

    @Test("Identifiers differ in every byte that is changed, added or left out", arguments: ObjectType.all)
    func nearMisses(type: ObjectType) {
        let bytes = Array(type.identifier.utf8)
        for position in bytes.indices {
            var changed = bytes
            changed[position] ^= 1
            var shortened = bytes
            shortened.remove(at: position)
            for text in [changed, shortened, Array(bytes[..<position]), Array(bytes[position...].dropFirst())] {
                let identifier = String(decoding: text, as: UTF8.self)
                let found = ObjectType(identifier: identifier)
                #expect(found == nil || found?.identifier == identifier)
            }
        }
        for extended in [type.identifier + "\0", type.identifier + " ", "\0" + type.identifier] {
            #expect(ObjectType(identifier: extended) == nil)
        }
    }

    @Test("A string that is not stored as UTF-8 bytes in one piece is found too")
    func slicedString() {
        let text = "<HKQuantityTypeIdentifierHeartRate>"
        let identifier = String(text.dropFirst().dropLast())
        #expect(ObjectType(identifier: identifier)?.shortName == "heartRate")
    }

    private static let hostile: [String] = [
        "",
        "\0",
        "H",
        "HK",
        "heartRate",
        "HKQuantityTypeIdentifier",
        "HKQuantityTypeIdentifierNoSuchThing",
        "hkquantitytypeidentifierheartrate",
        "HKQuantityTypeIdentifierHeartRate\0",
        "HKQuantityTypeIdentifier\0HeartRate",
        "HKQuantityTypeIdentifierHeartRate\n",
        // Swift's == and dictionaries take the kelvin sign for a K.
        "H\u{212A}QuantityTypeIdentifierHeartRate",
        "HKQuantityTypeIdentifierHeartRate\u{301}",
        String(repeating: "\u{FFFD}", count: 33),
        "HK" + String(repeating: "A", count: 126),
        "HK" + String(repeating: "A", count: 127),
        String(repeating: "A", count: 1 << 20),
        "HKQuantityTypeIdentifierHeartRate" + String(repeating: "A", count: 1 << 20),
        String(repeating: "\0", count: 1 << 20),
    ]

    // Not one test case each: the runner prints the arguments, and a terminal is no place for these.
    @Test("What is no type is a typed error that repeats at most 128 harmless bytes")
    func unknownType() {
        for (position, identifier) in Self.hostile.enumerated() {
            let found = ObjectType(identifier: identifier) != nil
            #expect(!found, "hostile[\(position)]")
            let error = #expect(throws: HearthError.self, "hostile[\(position)]") {
                try ObjectType.lookup(identifier)
            }
            #expect(error?.code == .unknownType)
            #expect(error?.field == "")
            let message = error?.message ?? ""
            #expect(message.utf8.count <= 128 + 192)
            #expect(message.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "hostile[\(position)]")
        }
    }

    @Test("An error repeats an identifier of HealthKit's form, and nothing else")
    func echo() {
        func message(_ identifier: String) -> String {
            (#expect(throws: HearthError.self) { try ObjectType.lookup(identifier) })?.message ?? ""
        }
        #expect(message("HKQuantityTypeIdentifierNew27").contains("HKQuantityTypeIdentifierNew27"))
        #expect(message("HK" + String(repeating: "A", count: 126)).contains("AAAA"))
        #expect(!message("HK" + String(repeating: "A", count: 127)).contains("AAAA"))
        #expect(!message("AnnaMeier").contains("Anna"))
        #expect(!message("HK: 95 beats a minute").contains("95"))
    }

    @Test(
        "An error names the type that a wrong name may have meant",
        arguments: ["heartRate", "hartRate", "HeartRate", "HKQuantityTypeIdentifierHeartrate", "HKHeartRate"]
    )
    func aWrongNameGetsTheNearestIdentifier(_ name: String) {
        let error = #expect(throws: HearthError.self) { try ObjectType.lookup(name) }
        #expect(
            error?.message.hasSuffix("Did you mean HKQuantityTypeIdentifierHeartRate?") == true,
            "\(error?.message ?? "")"
        )
    }
}
