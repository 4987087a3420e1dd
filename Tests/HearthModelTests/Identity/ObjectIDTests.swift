import Foundation
import HearthModel
import HearthTestSupport
import Testing

@Suite struct ObjectIDTests {
    private static let text = "00112233-4455-6677-8899-AABBCCDDEEFF"
    private static let bytes: [UInt8] = (0..<16).map { $0 * 0x11 }
    private static let id = ObjectID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)

    private func randomID(_ random: inout SeededGenerator) -> ObjectID {
        ObjectID(high: random.next(), low: random.next())
    }

    @Test func anArrayIsAWireColumn() {
        #expect(MemoryLayout<ObjectID>.size == 16)
        #expect(MemoryLayout<ObjectID>.stride == 16)
        let bytes = [Self.id, Self.id].withUnsafeBytes { Array($0) }
        #expect(bytes == Self.bytes + Self.bytes)
    }

    @Test func halvesAndBytes() {
        #expect(Self.id.high == 0x0011_2233_4455_6677)
        #expect(Self.id.low == 0x8899_AABB_CCDD_EEFF)
        #expect(Self.id.bytes == Self.bytes)
        #expect(ObjectID(bytes: Self.bytes) == Self.id)
        #expect(ObjectID(bytes: ([9] + Self.bytes + [9])[1...16]) == Self.id)
        for count in [0, 1, 15, 17, 32] {
            #expect(ObjectID(bytes: [UInt8](repeating: 1, count: count)) == nil)
        }
    }

    @Test func text() {
        #expect(Self.id.description == Self.text)
        #expect(ObjectID(Self.text) == Self.id)
        #expect(ObjectID(Self.text.lowercased()) == Self.id)
        #expect(ObjectID("00112233-4455-6677-8899-aAbBcCdDeEfF") == Self.id)
    }

    @Test(arguments: [
        "", "00112233-4455-6677-8899-AABBCCDDEEF", "00112233-4455-6677-8899-AABBCCDDEEFF0",
        "{00112233-4455-6677-8899-AABBCCDDEEF}", "00112233445566778899AABBCCDDEEFF",
        "0011223-34455-6677-8899-AABBCCDDEEFF", "00112233-4455-6677-8899_AABBCCDDEEFF",
        "0G112233-4455-6677-8899-AABBCCDDEEFF", "+0112233-4455-6677-8899-AABBCCDDEEFF",
        " 0112233-4455-6677-8899-AABBCCDDEEFF", "00112233-4455-6677-8899-AABBCCDDEEé",
    ])
    func otherTextIsRefused(text: String) {
        #expect(ObjectID(text) == nil)
    }

    @Test func agreesWithFoundation() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 31)
        for _ in 0..<2000 {
            let id = randomID(&random)
            #expect(id.uuid.uuidString == id.description, "HEARTH_TEST_SEED=\(seed)")
            #expect(UUID(uuidString: id.description) == id.uuid, "HEARTH_TEST_SEED=\(seed)")
            #expect(ObjectID(id.uuid) == id, "HEARTH_TEST_SEED=\(seed)")
            #expect(ObjectID(id.description) == id, "HEARTH_TEST_SEED=\(seed)")
        }
        #expect(ObjectID(UUID()).version == 4)
    }

    @Test func orderIsTheOrderOfBytesAndOfText() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 32)
        var ids = (0..<1000).map { _ in randomID(&random) }
        // Neighbours in each half, so that ties of the first half and every byte decide somewhere.
        ids += ids.prefix(100).map { ObjectID(high: $0.high, low: random.next()) }
        ids += (0..<64).map { ObjectID(high: 1 << $0, low: 0) } + (0..<64).map { ObjectID(high: 0, low: 1 << $0) }
        let sorted = ids.sorted()
        #expect(sorted.map(\.description) == ids.map(\.description).sorted(), "HEARTH_TEST_SEED=\(seed)")
        let byBytes = ids.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        #expect(sorted == byBytes, "HEARTH_TEST_SEED=\(seed)")
    }

    @Test func version() {
        #expect(ObjectID("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")?.version == 7)
        #expect(ObjectID("919108F7-52D1-4320-9BAC-F847DB4148A8")?.version == 4)
    }
}
