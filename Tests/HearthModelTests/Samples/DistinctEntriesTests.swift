import HearthModel
import Testing

/// What is put together, and what only looks the same.
@Suite struct DistinctEntriesTests {
    /// Equal for Swift: one letter in two spellings.
    private static let spellings = ["\u{E9}", "e\u{301}"]

    @Test func identicalEntriesHaveOnePosition() {
        var entries = DistinctEntries<String>()
        let positions = [Self.spellings[0], "e", Self.spellings[1], "e", Self.spellings[0]].map { entries.insert($0) }
        #expect(positions == [0, 1, 2, 1, 0])
        #expect(entries.entries.map { Array($0.utf8) } == [[0xC3, 0xA9], [0x65], [0x65, 0xCC, 0x81]])
        #expect(entries.position(of: Self.spellings[1]) == 2 && entries.position(of: "f") == nil)
    }

    @Test func zerosOfTwoSignsStayApart() throws {
        let zeros = try [0, -0.0, 0].map { try Metadata([Metadata.Entry(key: "a", value: .double($0))]) }
        let column = DictionaryColumn(zeros)
        #expect(column.indexes == [0, 1, 0] && column.entries.count == 2)
    }

    @Test func aColumnOfOneValueHasNoIndexes() {
        #expect(DictionaryColumn(numbers: []) == DictionaryColumn())
        #expect(DictionaryColumn(numbers: [7, 7, 7]) == DictionaryColumn(entries: [7]))
        #expect(DictionaryColumn(numbers: [7, 3, 7]) == DictionaryColumn(entries: [7, 3], indexes: [0, 1, 0]))
        #expect(DictionaryColumn(Self.spellings).entries.count == 2)
    }

    @Test(arguments: DeviceProperty.allCases)
    func devicesOfOtherSpellingAreNotIdentical(in property: DeviceProperty) throws {
        let place = try #require(property.keyPath as? WritableKeyPath<Device, String?>)
        var device = Device()
        device[keyPath: place] = Self.spellings[0]
        var other = device
        #expect(device.isIdentical(to: other))
        other[keyPath: place] = Self.spellings[1]
        #expect(device == other && !device.isIdentical(to: other))
        other[keyPath: place] = nil
        #expect(!device.isIdentical(to: other))
    }

    /// More than fits into the string itself, and not in the form in which Swift keeps its own.
    @Test func longTextsAreComparedByteForByte() {
        let long = String(repeating: "a", count: 40)
        #expect(long.isIdentical(to: String(Array(long))) && !long.isIdentical(to: long.dropLast() + "b"))
        #expect(!long.isIdentical(to: long + "a") && "".isIdentical(to: "") && !"".isIdentical(to: "a"))
    }
}
