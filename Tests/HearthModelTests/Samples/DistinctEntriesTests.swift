import HearthModel
import Synchronization
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

    /// All orders of six accents on one letter are one text for Swift, and 720 for the store.
    @Test func aTextInThousandsOfSpellingsIsFoundWithoutASearch() {
        var spellings = [""]
        for accent in ["\u{301}", "\u{323}", "\u{327}", "\u{31B}", "\u{345}", "\u{5B0}"] {
            spellings = spellings.flatMap { spelling in
                let scalars = Array(spelling.unicodeScalars)
                return (0...scalars.count).map { place in
                    String(
                        String.UnicodeScalarView(scalars[..<place] + accent.unicodeScalars + scalars[place...])
                    )
                }
            }
        }
        spellings = spellings.map { "e" + $0 }
        #expect(Set(spellings).count == 1)
        var entries = DistinctEntries<CountedText>()
        for text in spellings + spellings {
            _ = entries.insert(CountedText(text: text))
        }
        #expect(entries.entries.count == spellings.count)
        #expect(comparisons.load(ordering: .relaxed) < spellings.count * 64)
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
    func devicesOfOtherSpellingAreNotIdentical(in property: DeviceProperty) {
        let device = Device(property, Self.spellings[0])
        let same = Device(property, Self.spellings[0])
        #expect(device.isIdentical(to: same) && device == same && device.hashValue == same.hashValue)
        #expect(device[keyPath: property.keyPath] == Self.spellings[0])
        let other = Device(property, Self.spellings[1])
        #expect(device == other && !device.isIdentical(to: other))
        let absent = Device(property, nil)
        #expect(device != absent && !device.isIdentical(to: absent))
        #expect(Device.areIdentical(device, same) && Device.areIdentical(nil, nil))
        #expect(!Device.areIdentical(device, other) && !Device.areIdentical(device, nil))
    }

    /// More than fits into the string itself, and not in the form in which Swift keeps its own.
    @Test func longTextsAreComparedByteForByte() {
        let long = String(repeating: "a", count: 40)
        #expect(long.isIdentical(to: String(Array(long))) && !long.isIdentical(to: long.dropLast() + "b"))
        #expect(!long.isIdentical(to: long + "a") && "".isIdentical(to: "") && !"".isIdentical(to: "a"))
    }
}

/// The number of comparisons of texts.
private let comparisons = Atomic<Int>(0)

/// A text that counts its comparisons.
private struct CountedText: ExactlyComparable, Sendable {
    let text: String

    func isIdentical(to other: CountedText) -> Bool {
        comparisons.add(1, ordering: .relaxed)
        return text.isIdentical(to: other.text)
    }

    func hashExactly(into hasher: inout Hasher) {
        text.hashExactly(into: &hasher)
    }
}

extension Device {
    /// A device of which one property may be known.
    fileprivate convenience init(_ property: DeviceProperty, _ text: String?) {
        let text = { property == $0 ? text : nil }
        self.init(
            name: text(.name),
            manufacturer: text(.manufacturer),
            model: text(.model),
            hardwareVersion: text(.hardwareVersion),
            firmwareVersion: text(.firmwareVersion),
            softwareVersion: text(.softwareVersion),
            localIdentifier: text(.localIdentifier),
            udiDeviceIdentifier: text(.udiDeviceIdentifier)
        )
    }
}
