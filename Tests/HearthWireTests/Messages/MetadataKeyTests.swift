import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// Samples share the keys of their metadata, and get each key as it was sent.
@Suite struct MetadataKeyTests {
    private func decoded(_ keys: [String], _ codec: Codec) throws -> [String] {
        let samples = SampleColumns(
            type: .heartRate,
            ids: [ObjectID(high: 1, low: 2)],
            starts: [Timestamp(nanoseconds: 0)],
            metadata: DictionaryColumn(
                entries: [try Metadata(keys.map { Metadata.Entry(key: $0, value: .integer(1)) })]
            ),
            payload: .quantity(QuantityColumns(values: [1]))
        )
        let frame = ClientFrame(call: 1, .save(Save(columns: [samples]))).wireBytes.framed
        guard case .save(let save) = try codec.decode(ClientFrame.self, frame).request else { return [] }
        return save.columns.first?.metadata.entries.first?.entries.map { $0.key } ?? []
    }

    private func address(of text: String) -> UnsafePointer<UInt8>? {
        text.utf8.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
    }

    @Test func aKeyThatComesAgainIsTheOneThatCameBefore() throws {
        let codec = Codec()
        let key = "org.example.a-key-that-is-not-short"
        let first = try #require(try decoded([key], codec).first)
        let again = try #require(try decoded([key], codec).first)
        let other = try #require(try decoded([key], Codec()).first)
        #expect(first == key && again == key && other == key)
        #expect(address(of: first) == address(of: again) && address(of: first) != address(of: other))
    }

    /// Keys that differ in little: in one byte anywhere, in length, in how an accent is spelled. More than are remembered.
    @Test func eachKeyComesBackAsItIs() throws {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 1)
        let parts = ["a", "b", "ab", "\u{E9}", "e\u{301}", "K", "\u{212A}", String(repeating: "x", count: 60)]
        let codec = Codec()
        for _ in 0..<2_000 {
            let count = Int.random(in: 1...3, using: &random)
            let key = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let back = try decoded([key], codec)
            #expect(back.map { Array($0.utf8) } == [Array(key.utf8)], "HEARTH_TEST_SEED=\(seed)")
        }
    }
}
