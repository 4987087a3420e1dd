import HearthModel
import HearthTestSupport
import Testing

@Suite struct MetadataTests {
    private func entries(_ keys: [String]) -> [Metadata.Entry] {
        keys.map { Metadata.Entry(key: $0, value: .string("")) }
    }

    private func error(_ entries: [Metadata.Entry]) -> HearthError? {
        refusal { () throws(HearthError) in _ = try Metadata(entries) }
    }

    // MARK: - Order

    /// By the bytes of the keys, which is neither the order of Swift's strings nor that of UTF-16.
    private static let ordered = [
        "A", "B", "a", "aa", "ab", "b", "e\u{301}", "z", "\u{E9}", "\u{212A}", "\u{FFFD}", "\u{FFFF}", "\u{10000}",
        "\u{1F600}",
    ]

    @Test func keysAreOrderedByTheirBytes() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            let metadata = try Metadata(entries(Self.ordered.shuffled(using: &random)))
            #expect(metadata.entries.map { Array($0.key.utf8) } == Self.ordered.map { Array($0.utf8) })
        }
    }

    @Test func equalMetadataIsEqualInWhateverOrderItCame() throws {
        var random = SeededGenerator(seed: 2)
        let first = try Metadata(entries(Self.ordered))
        for _ in 0..<50 {
            let second = try Metadata(entries(Self.ordered.shuffled(using: &random)))
            #expect(first == second)
            #expect(first.hashValue == second.hashValue)
        }
    }

    @Test func metadataWithoutEntries() throws {
        #expect(try Metadata([]) == Metadata.none)
        #expect(Metadata.none["key"] == nil)
    }

    @Test func theValueOfAKey() throws {
        let metadata = try Metadata([
            Metadata.Entry(key: "b", value: .integer(2)), Metadata.Entry(key: "a", value: .boolean(true)),
        ])
        #expect(metadata["a"] == .boolean(true))
        #expect(metadata["b"] == .integer(2))
        #expect(metadata["c"] == nil)
    }

    /// U+212A, the kelvin sign, is equal to K in Swift, yet another key.
    @Test func aKeyIsItsBytes() throws {
        let metadata = try Metadata([
            Metadata.Entry(key: "\u{212A}", value: .integer(1)), Metadata.Entry(key: "K", value: .integer(2)),
        ])
        #expect(metadata.entries.count == 2)
        #expect(metadata["K"] == .integer(2))
        #expect(metadata["\u{212A}"] == .integer(1))
        #expect(try Metadata([Metadata.Entry(key: "\u{212A}", value: .integer(1))])["K"] == nil)
    }

    // MARK: - Rules

    @Test(arguments: [["a", "a"], ["a", "b", "a"], ["b", "a", "b"], ["a", "b", "c", "c"]])
    func aKeyOccursOnce(_ keys: [String]) {
        let error = error(entries(keys))
        #expect(error?.code == .invalidArgument)
        #expect(error?.field.hasPrefix("entries") == true)
        #expect(self.error(entries(Array(Set(keys)))) == nil)
    }

    @Test func aKeyIsNotEmpty() {
        let error = error(entries(["a", ""]))
        #expect(error?.code == .malformedText)
        #expect(error?.field == "entries[1].key")
    }

    @Test func entriesAreLimited() {
        let keys = (0...64).map { "key \($0)" }
        #expect(error(entries(Array(keys.prefix(64)))) == nil)
        #expect(error(entries(keys))?.code == .limitExceeded)
        #expect(error(entries(keys))?.field == "entries")
    }

    @Test func bytesAreLimited() {
        let most = 65_536
        let text = String(repeating: "é", count: most / 2 - 2)
        let quantity = MetadataValue.quantity(Quantity(value: 1, unit: .kilogram))
        let exact = [Metadata.Entry(key: "k", value: .string(text)), Metadata.Entry(key: "l", value: quantity)]
        #expect(error(exact) == nil)
        let more = exact + [Metadata.Entry(key: "m", value: .integer(1))]
        #expect(error(more)?.code == .limitExceeded)
        #expect(error(more)?.field == "entries")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func numbersAreFinite(_ number: Double) {
        let entry = Metadata.Entry(key: "key", value: .double(number))
        #expect(error([entry])?.code == .valueOutOfRange)
        #expect(error([entry])?.field == "entries[0].double_value")
        let quantity = Metadata.Entry(key: "key", value: .quantity(Quantity(value: number, unit: .count)))
        #expect(error([quantity])?.code == .valueOutOfRange)
        #expect(error([quantity])?.field == "entries[0].quantity_value.value")
        #expect(error([Metadata.Entry(key: "key", value: .double(.greatestFiniteMagnitude))]) == nil)
    }

    @Test func timesMayBeAny() {
        for nanoseconds in [Int64.min, .max] {
            let time = Timestamp(nanoseconds: nanoseconds)
            #expect(error([Metadata.Entry(key: "key", value: .date(time))]) == nil)
        }
    }
}
