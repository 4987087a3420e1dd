import HearthModel
import HearthTestSupport
import Testing

@Suite struct AnchorTests {
    private static let store = ObjectID(high: 0x0011_2233_4455_7677, low: 0x8899_AABB_CCDD_EEFF)
    private static let anchor = Anchor(storeID: store, sequence: 0x0102_0304_0506_0708)

    private func decodingError(_ bytes: [UInt8]) -> HearthError? {
        do throws(HearthError) {
            _ = try Anchor(bytes: bytes)
            return nil
        } catch {
            return error
        }
    }

    private func resolvingError(
        _ sequence: UInt64,
        in store: ObjectID = store,
        head: UInt64,
        oldest: UInt64
    ) -> HearthError? {
        do throws(HearthError) {
            let anchor = Anchor(storeID: Self.store, sequence: sequence)
            let resolved = try anchor.resolve(inStore: store, head: head, oldest: oldest)
            #expect(resolved == sequence)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Bytes

    /// Anchors are kept for years: this layout must never change under its version number.
    @Test func layout() {
        let content: [UInt8] =
            [1] + (0..<16).map { $0 == 6 ? 0x76 : $0 * 0x11 } + [8, 7, 6, 5, 4, 3, 2, 1]
        let checksum = CRC32C.checksum(of: content)
        #expect(Self.anchor.bytes == content + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) })
        #expect(Self.anchor.bytes.count == Anchor.encodedSize(version: 1))
        #expect(Anchor.encodedSize(version: 1) == 29)
    }

    @Test func layoutInTheFirstState() {
        let content: [UInt8] =
            [2] + (0..<16).map { $0 == 6 ? 0x76 : $0 * 0x11 } + [8, 7, 6, 5, 4, 3, 2, 1] + [9, 7, 6, 5, 4, 3, 2, 1]
        let checksum = CRC32C.checksum(of: content)
        var anchor = Self.anchor
        anchor.deletions += 1
        #expect(anchor.bytes == content + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) })
        #expect(Anchor.encodedSize(version: 2) == 37)
    }

    /// A place in the first state is as old as the deletions that its reader need not know.
    @Test func aPlaceInTheFirstStateDoesNotExpireBeforeItsBeginning() {
        let anchor = Anchor(storeID: Self.store, sequence: 3, deletions: 90)
        #expect((try? anchor.resolve(inStore: Self.store, head: 100, oldest: 90)) == 3)
        #expect((try? anchor.resolve(inStore: Self.store, head: 100, oldest: 91)) == nil)
        #expect((try? anchor.resolve(inStore: Self.store, head: 89, oldest: 0)) == nil)
    }

    @Test func roundTrip() throws {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 41)
        var anchors = [0, 1, .max].map { Anchor(storeID: Self.store, sequence: $0) }
        for _ in 0..<1000 {
            let storeID = ObjectID(high: random.next(), low: random.next())
            anchors.append(Anchor(storeID: storeID, sequence: random.next() >> (random.next() % 64)))
            anchors.append(Anchor(storeID: storeID, sequence: random.next(), deletions: random.next()))
        }
        for anchor in anchors {
            #expect(try Anchor(bytes: anchor.bytes) == anchor, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test func everyFlipOfABitIsRefused() {
        let bytes = Self.anchor.bytes
        for bit in 0..<bytes.count * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            #expect(decodingError(flipped)?.code == .anchorCorrupt, "bit \(bit)")
        }
    }

    @Test func everyOtherLengthIsRefused() {
        let bytes = Self.anchor.bytes
        for count in 0..<bytes.count {
            #expect(decodingError(Array(bytes.prefix(count)))?.code == .anchorCorrupt, "\(count) bytes")
        }
        for count in 1...40 {
            let longer = bytes + [UInt8](repeating: 0, count: count)
            #expect(decodingError(longer)?.code == .anchorCorrupt, "\(count) bytes more")
        }
    }

    @Test func otherVersionsAreRefusedEvenWithARightChecksum() {
        for version in UInt8.min...UInt8.max where version != 1 {
            let content = [version] + Self.anchor.bytes[1..<25]
            let checksum = CRC32C.checksum(of: content)
            let error = decodingError(content + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) })
            #expect(error?.code == .anchorCorrupt)
            #expect(error?.message.contains("newer Hearth") == (version > 2))
        }
    }

    @Test func randomBytesAreRefused() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 42)
        for _ in 0..<10_000 {
            let bytes = [1] + (0..<28).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(decodingError(bytes)?.code == .anchorCorrupt, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    // MARK: - Messages

    /// Equal whether the store made them or they came from the other side.
    @Test func encodedAnchorsAreEqualWhenTheirBytesAre() throws {
        let received = EncodedAnchor(Self.anchor.bytes)
        #expect(received == Self.anchor.encoded && received.hashValue == Self.anchor.encoded.hashValue)
        #expect(try Anchor(decoding: received) == Self.anchor && Anchor(decoding: Self.anchor.encoded) == Self.anchor)
        var later = Self.anchor
        later.sequence += 1
        later.deletions += 1
        #expect(received != later.encoded && later.encoded != Self.anchor.encoded)
        let none: EncodedAnchor = []
        #expect(none.isEmpty && none.bytes == [] && !Self.anchor.encoded.isEmpty && none != received)
    }

    /// A client keeps and returns an anchor of a version that it does not know.
    @Test func bytesOfAnotherVersionAreKept() {
        let unknown = EncodedAnchor([200, 1, 2, 3])
        #expect(unknown.bytes == [200, 1, 2, 3])
        #expect(decodingError(unknown.bytes)?.code == .anchorCorrupt)
    }

    // MARK: - Use

    @Test func anchorsInTheLogResolve() {
        #expect(resolvingError(0, head: 0, oldest: 0) == nil)
        #expect(resolvingError(7, head: 9, oldest: 3) == nil)
        #expect(resolvingError(9, head: 9, oldest: 3) == nil)
        #expect(resolvingError(3, head: 9, oldest: 3) == nil)
        #expect(resolvingError(.max, head: .max, oldest: .max) == nil)
    }

    @Test func anchorsThatCannotBeHonouredAreTypedErrors() {
        let other = ObjectID(high: 1, low: 2)
        #expect(resolvingError(10, head: 9, oldest: 3)?.code == .anchorInFuture)
        #expect(resolvingError(.max, head: 0, oldest: 0)?.code == .anchorInFuture)
        #expect(resolvingError(2, head: 9, oldest: 3)?.code == .anchorExpired)
        #expect(resolvingError(0, head: 9, oldest: 1)?.code == .anchorExpired)
        // The store comes first: the numbers of another store mean nothing here.
        for sequence: UInt64 in [0, 7, 10] {
            #expect(resolvingError(sequence, in: other, head: 9, oldest: 3)?.code == .anchorOfOtherStore)
        }
    }

    @Test func everyErrorSaysWhatToDo() {
        let errors = [
            decodingError([]), decodingError([1]), decodingError([2]), resolvingError(10, head: 9, oldest: 3),
            resolvingError(2, head: 9, oldest: 3), resolvingError(2, in: ObjectID(high: 0, low: 0), head: 9, oldest: 0),
        ]
        for error in errors {
            #expect(error?.message.contains("start") == true)
            #expect(error?.field.isEmpty == true)
        }
    }
}
