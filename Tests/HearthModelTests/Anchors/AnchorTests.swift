import HearthModel
import HearthTestSupport
import Testing

@Suite struct AnchorTests {
    private static let store = ObjectID(high: 0x0011_2233_4455_7677, low: 0x8899_AABB_CCDD_EEFF)
    private static let anchor = Anchor(storeID: store, sequence: 0x0102_0304_0506_0708)

    private static let limited = Anchor(
        storeID: store,
        sequence: 0x0102_0304_0506,
        deletions: 0x0102_0304_0507,
        visibility: StreamVisibility(
            view: 0x1122_3344_5566_7788,
            withheld: 0x0102_0304_0505,
            pass: .init(to: 0x8000_0000_0000_0008, .samples, after: 0x0405_0607_0809)
        )
    )

    /// An earlier build stored cursors of apps with limits as version 5. Such a store opens, and the app starts over.
    @Test func aStoredCursorOfVersionFiveIsReadAsTheBeginning() throws {
        func bytes(_ version: UInt8) -> [UInt8] {
            let store = Anchor(storeID: Self.store, sequence: 0).bytes[1...16]
            let content = [version] + store + [UInt8](repeating: 7, count: 41)
            let checksum = CRC32C.checksum(of: content)
            return content + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
        }
        #expect(try Anchor(stored: bytes(5)) == Anchor(storeID: Self.store, sequence: 0))
        #expect(decodingError(bytes(5))?.code == .anchorCorrupt, "clients never had one")
        var damaged = bytes(5)
        damaged[20] ^= 1
        for bytes in [damaged, bytes(6), [5]] {
            #expect(throws: HearthError.self) { try Anchor(stored: bytes) }
        }
        for anchor in [Self.anchor, Self.limited] {
            #expect(try Anchor(stored: anchor.bytes) == anchor)
        }
    }

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

    @Test func layoutOfAnAppThatMayNotReadEverything() {
        let content: [UInt8] =
            [3] + (0..<16).map { $0 == 6 ? 0x76 : $0 * 0x11 } + [6, 5, 4, 3, 2, 1] + [7, 5, 4, 3, 2, 1]
            + [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11] + [5, 5, 4, 3, 2, 1]
        let pass: [UInt8] = [1, 9, 8, 7, 6, 5, 4] + [8, 0, 0, 0, 0, 0, 0, 0x80]
        func signed(_ content: [UInt8]) -> [UInt8] {
            let checksum = CRC32C.checksum(of: content)
            return content + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
        }
        var anchor = Self.limited
        #expect(anchor.bytes == signed(content + pass))
        #expect(anchor.bytes.count == 62)
        anchor.visibility?.pass = nil
        #expect(anchor.bytes == signed(content))
        #expect(anchor.bytes.count == Anchor.encodedSize(version: 3))
        anchor.visibility?.withheld = nil
        #expect(anchor.bytes == signed(content.dropLast(6) + [UInt8](repeating: 0xFF, count: 6)))
        // What no server writes, with a right checksum.
        var unseen = content
        unseen.replaceSubrange(29..<37, with: [UInt8](repeating: 0, count: 8))
        var early = content
        early[23] = 5
        var late = content
        late[37] = 8
        for wrong in [unseen, early, late, content + [2] + pass.dropFirst(), content + pass.dropLast()] {
            #expect(decodingError(signed(wrong))?.code == .anchorCorrupt)
        }
    }

    @Test func vectors() throws {
        let folder = "Protocol/vectors/accept-anchor-"
        let store = ObjectID(high: 0xF0E1_D2C3_B4A5_4687, low: 0x9786_A5B4_C3D2_E1F0)
        let visibility = StreamVisibility(view: 0x1122_3344_5566_7788, withheld: 5)
        var anchor = Anchor(storeID: store, sequence: 7, visibility: visibility)
        #expect(try HexText(Repository.text(folder + "limited.hex")).bytes.suffix(47) == anchor.bytes[...])
        anchor.visibility?.pass = .init(to: 0, .samples, after: 4)
        #expect(try HexText(Repository.text(folder + "making-up.hex")).bytes.suffix(62) == anchor.bytes[...])
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
            anchors.append(randomLimited(storeID, &random))
        }
        for anchor in anchors {
            #expect(try Anchor(bytes: anchor.bytes) == anchor, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    private func randomLimited(_ storeID: ObjectID, _ random: inout SeededGenerator) -> Anchor {
        let sequence = UInt64.random(in: 0..<1 << 47, using: &random)
        let deletions = UInt64.random(in: sequence..<1 << 48 - 1, using: &random)
        var visibility = StreamVisibility(view: UInt64.random(in: 1 ... .max, using: &random))
        if Bool.random(using: &random) {
            visibility.withheld = UInt64.random(in: 0...deletions, using: &random)
        }
        if Bool.random(using: &random) {
            let part: StreamVisibility.Pass.Part = Bool.random(using: &random) ? .samples : .deletions
            visibility.pass = .init(to: random.next(), part, after: UInt64.random(in: 0...deletions, using: &random))
        }
        return Anchor(storeID: storeID, sequence: sequence, deletions: deletions, visibility: visibility)
    }

    @Test func everyFlipOfABitIsRefused() {
        for bytes in [Self.anchor.bytes, Self.limited.bytes] {
            for bit in 0..<bytes.count * 8 {
                var flipped = bytes
                flipped[bit / 8] ^= 1 << (bit % 8)
                #expect(decodingError(flipped)?.code == .anchorCorrupt, "bit \(bit)")
            }
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
            #expect(error?.message.contains("newer Hearth") == (version > 3))
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
        let seal = AnchorSeal(ofStore: Self.store, .random())
        let sealed = EncodedAnchor(Self.limited, seal)
        var later = Self.limited
        later.sequence += 1
        let plain = Self.limited.unsealed
        for (made, other) in [(sealed, EncodedAnchor(later, seal)), (plain, later.unsealed), (sealed, plain)] {
            let received = EncodedAnchor(made.bytes)
            #expect(received == made && received.hashValue == made.hashValue)
            #expect(try Anchor(decoding: made, seal) == Self.limited)
            if made == sealed {
                #expect(try Anchor(decoding: received, seal) == Self.limited)
            } else {
                #expect(throws: Anchor.expired) { try Anchor(decoding: received, seal) }
            }
            #expect(received != other && made != other && !made.isEmpty)
        }
        let none: EncodedAnchor = []
        #expect(none.isEmpty && none.bytes == [] && none != sealed)
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
