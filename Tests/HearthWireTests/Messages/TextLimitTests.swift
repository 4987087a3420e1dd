import HearthModel
import HearthWire
import Testing

/// Limits of metadata and of units, with messages that no value can hold: written field by field.
@Suite struct TextLimitTests {
    /// A save of one heart rate with metadata and a unit as given.
    private func save(metadata: [WireBytes] = [], unit: String = "") -> [UInt8] {
        let quantity = WireBytes("QuantityColumns") {
            $0.column(1, [95.0])
            $0.text(2, unit)
        }
        let columns = WireBytes("SampleColumns") {
            $0.text(1, "HKQuantityTypeIdentifierHeartRate")
            $0.column(2, [ObjectID(high: 1, low: 2)])
            $0.column(3, [Timestamp(nanoseconds: 0)])
            $0.messages(7, metadata)
            $0.message(10, quantity)
        }
        let save = WireBytes("Save") { $0.message(1, columns) }
        return WireBytes("ClientFrame") {
            $0.uint(1, 1 as UInt64)
            $0.message(3, save)
        }.framed
    }

    private func metadata(_ entries: [WireBytes]) -> WireBytes {
        WireBytes("Metadata") { $0.messages(1, entries) }
    }

    private func entry(_ key: String, _ text: String) -> WireBytes {
        WireBytes("MetadataEntry") {
            $0.text(1, key)
            $0.present(2, text: text)
        }
    }

    private func expect(
        _ bytes: [UInt8],
        _ code: ErrorCode?,
        _ field: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let refusal = Codec().refusal(ClientFrame.self, bytes)
        #expect(refusal?.code == code, sourceLocation: sourceLocation)
        #expect(refusal?.field == field.map { "save.columns[0].\($0)" }, sourceLocation: sourceLocation)
    }

    // MARK: - Metadata

    @Test func entriesOfMetadata() {
        let entries = (0...64).map { entry("key \($0)", "") }
        expect(save(metadata: [metadata(Array(entries.prefix(64)))]), nil)
        expect(save(metadata: [metadata(entries)]), .limitExceeded, "metadata[0].entries")
    }

    @Test func bytesOfMetadata() {
        let most = 65_536
        expect(save(metadata: [metadata([entry("k", String(repeating: "x", count: most - 1))])]), nil)
        expect(
            save(metadata: [metadata([entry("k", String(repeating: "x", count: most))])]),
            .limitExceeded,
            "metadata[0].entries"
        )
        expect(
            save(metadata: [metadata([entry("k", String(repeating: "x", count: most + 1))])]),
            .limitExceeded,
            "metadata[0].entries[0].string_value"
        )
        let half = String(repeating: "x", count: most / 2 - 1)
        expect(save(metadata: [metadata([entry("k", half), entry("l", half)])]), nil)
        expect(
            save(metadata: [metadata([entry("k", half), entry("l", half + "x")])]),
            .limitExceeded,
            "metadata[0].entries"
        )
    }

    @Test func bytesOfAKey() {
        let key = String(repeating: "k", count: 4096)
        expect(save(metadata: [metadata([entry(key, "")])]), nil)
        expect(
            save(metadata: [metadata([entry(key + "k", "")])]),
            .limitExceeded,
            "metadata[0].entries[0].key"
        )
    }

    @Test func theLargestMetadataIsDecoded() throws {
        let largest = try RandomValues(seed: 1).largestMetadata()
        expect(save(metadata: [largest.wireBytes]), nil)
    }

    // MARK: - Units

    @Test func bytesOfAUnit() {
        let factors = "count" + String(repeating: "*1", count: 58)
        #expect((factors + "/min^01").utf8.count == 128)
        expect(save(unit: factors + "/min^01"), nil)
        expect(save(unit: factors + "/min^001"), .limitExceeded, "quantity.unit")
    }
}
