import HearthTestSupport
import Testing

@testable import HearthModel

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

    /// A client may send nothing but wrong names: few of the types are compared with each, byte by byte.
    @Test func aWrongNameIsComparedWithFewTypes() {
        var random = SeededGenerator(seed: 417)
        let known = ObjectType.all.filter(\.isStored).map(\.shortName)
        let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        var names = ["Nonsense", "aeioursnt", "dietaryaeiourstnlc"]
        for length in 3...64 {
            let bytes = (0..<length).map { _ in letters[Int.random(in: letters.indices, using: &random)] }
            names.append(String(decoding: bytes, as: UTF8.self))
            names.append(String(known.joined().shuffled(using: &random).prefix(length)))
        }
        for name in names {
            let written = ObjectType.ComparableName(name)
            let most = max(1, written.letters.count / 4)
            #expect(ObjectType.candidates(for: written, atMost: most).count <= known.count / 3, "\(name)")
        }
    }

    /// As without a filter, and without a limit.
    @Test func theNearestTypeIsThatOfTheLeastDistance() {
        var random = SeededGenerator(seed: 418)
        let known = ObjectType.all.filter(\.isStored).map { ($0, ObjectType.ComparableName($0.shortName).letters) }
        for _ in 0..<300 {
            guard var name = known.randomElement(using: &random)?.1 else { continue }
            for _ in 0..<Int.random(in: 1...6, using: &random) where !name.isEmpty {
                let index = Int.random(in: name.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: name.remove(at: index)
                case 1: name.insert(UInt8.random(in: 97...122, using: &random), at: index)
                case 2: name[index] = UInt8.random(in: 97...122, using: &random)
                default: name.swapAt(index, max(0, index - 1))
                }
            }
            guard name.count >= 3, name.count <= 64 else { continue }
            let rated = known.map { ($0.0, EditDistance.between(name, $0.1)) }
            let least = rated.min { $0.1 < $1.1 }
            let expected = least.flatMap { $0.1 <= max(1, name.count / 4) ? $0.0 : nil }
            #expect(ObjectType.nearest(to: String(decoding: name, as: UTF8.self)) == expected)
        }
    }
}

/// The distance of two words, against the plain definition.
@Suite struct EditDistanceTests {
    private func plain(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : row + $0 } }
        for row in 1..<max(1, left.count + 1) where !left.isEmpty {
            table[row][0] = row
            for column in 1..<max(1, right.count + 1) where !right.isEmpty {
                var least = table[row - 1][column - 1] + (left[row - 1] == right[column - 1] ? 0 : 1)
                least = min(least, table[row - 1][column] + 1, table[row][column - 1] + 1)
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    least = min(least, table[row - 2][column - 2] + 1)
                }
                table[row][column] = least
            }
        }
        return table[left.count][right.count]
    }

    @Test func aLimitChangesOnlyWhatIsBeyondIt() {
        var random = SeededGenerator(seed: 419)
        for _ in 0..<3_000 {
            let words = (0..<2).map { _ in
                (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8.random(in: 97...99, using: &random) }
            }
            let distance = plain(words[0], words[1])
            #expect(EditDistance.between(words[0], words[1]) == distance)
            let most = Int.random(in: 0...6, using: &random)
            #expect(EditDistance.between(words[0], words[1], atMost: most) == (distance <= most ? distance : nil))
        }
    }
}
