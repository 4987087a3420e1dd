import HearthModel
import HearthTestSupport
import Testing

@Suite struct AnchorSealTests {
    private static let store = ObjectID(high: 0x0011_2233_4455_7677, low: 0x8899_AABB_CCDD_EEFF)
    private static let key = IdentityKey(bytes: 0..<16)

    private let seal: AnchorSeal

    init() throws {
        seal = AnchorSeal(ofStore: Self.store, try #require(Self.key))
    }

    /// One of each form.
    private static let anchors: [Anchor] = {
        let decided = StreamVisibility(view: 0x1122_3344_5566_7788, withheld: 4)
        let older = StreamVisibility(view: 0x1122_3344_5566_7788, withheld: 5)
        let pass = StreamVisibility.Pass(to: 0, .samples, after: 3)
        let otherPass = StreamVisibility.Pass(to: .max, .deletions, after: 1 << 48 - 1)
        var olderInPass = older
        olderInPass.pass = pass
        return [
            Anchor(storeID: store, sequence: 0),
            Anchor(storeID: store, sequence: 1 << 48 - 2),
            Anchor(storeID: store, sequence: 5, deletions: 9),
            Anchor(storeID: store, sequence: 5, visibility: StreamVisibility(view: .max)),
            Anchor(storeID: store, sequence: 5, visibility: decided),
            Anchor(storeID: store, sequence: 5, visibility: older),
            Anchor(storeID: store, sequence: 5, deletions: 6, visibility: StreamVisibility(view: 1, pass: pass)),
            Anchor(storeID: store, sequence: 5, visibility: StreamVisibility(view: 1, withheld: 0, pass: otherPass)),
            Anchor(storeID: store, sequence: 5, visibility: olderInPass),
        ]
    }()

    private func openingError(_ bytes: [UInt8], _ seal: AnchorSeal? = nil, in store: ObjectID = store) -> ErrorCode? {
        do throws(HearthError) {
            let anchor = try Anchor(decoding: EncodedAnchor(bytes), seal ?? self.seal)
            _ = try anchor.resolve(inStore: store, head: .max, oldest: 0)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func everyAnchorIsOpenedAsWhatWasSealed() throws {
        for anchor in Self.anchors {
            let bytes = seal.bytes(of: anchor)
            #expect(bytes.count == 64 && bytes.count == Limits.anchorBytes)
            #expect(try Anchor(decoding: EncodedAnchor(bytes), seal) == anchor)
            #expect(try Anchor(decoding: EncodedAnchor(anchor, seal), seal) == anchor)
        }
    }

    @Test func randomAnchorsAreOpenedAsWhatWasSealed() throws {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 43)
        for _ in 0..<1_000 {
            let sequence = UInt64.random(in: 0..<1 << 47, using: &random)
            var anchor = Anchor(
                storeID: Self.store,
                sequence: sequence,
                deletions: UInt64.random(in: sequence..<1 << 48, using: &random)
            )
            if Bool.random(using: &random) {
                var visibility = StreamVisibility(
                    view: UInt64.random(in: 1 ... .max, using: &random),
                    withheld: Bool.random(using: &random) ? anchor.deletions : nil
                )
                if Bool.random(using: &random) {
                    visibility.pass = .init(to: random.next(), .samples, after: sequence)
                }
                anchor.visibility = visibility
            }
            let bytes = seal.bytes(of: anchor)
            #expect(try Anchor(decoding: EncodedAnchor(bytes), seal) == anchor, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// Apps compare anchors to see whether something has changed.
    @Test func equalAnchorsHaveEqualBytesAndOthersHaveNot() {
        let sealed = Self.anchors.map(seal.bytes)
        #expect(sealed == Self.anchors.map(seal.bytes), "whatever was sealed in between")
        #expect(Set(sealed).count == sealed.count)
    }

    /// Apart from version and store nothing of an anchor can be seen, nor what two have in common.
    @Test func whatIsSealedLooksRandom() {
        var counts = [Int](repeating: 0, count: 47 * 8)
        let numbers = 0..<1_000
        for number in numbers {
            let bytes = seal.bytes(of: Anchor(storeID: Self.store, sequence: UInt64(number)))
            #expect(bytes.prefix(17) == seal.bytes(of: Self.anchors[0]).prefix(17))
            for bit in counts.indices where bytes[17 + bit / 8] & 1 << (bit % 8) != 0 {
                counts[bit] += 1
            }
        }
        // Eight standard deviations.
        #expect(counts.allSatisfy { abs($0 - numbers.count / 2) < 127 })
    }

    @Test func everyFlipOfABitIsRefused() {
        for anchor in Self.anchors {
            let bytes = seal.bytes(of: anchor)
            for bit in 0..<bytes.count * 8 {
                var flipped = bytes
                flipped[bit / 8] ^= 1 << (bit % 8)
                let isOfStore = (1...16).contains(bit / 8)
                #expect(openingError(flipped) == (isOfStore ? .anchorOfOtherStore : .anchorCorrupt), "bit \(bit)")
            }
        }
    }

    @Test func everyOtherLengthIsRefused() {
        let bytes = seal.bytes(of: Self.anchors[0])
        for count in 1..<bytes.count {
            #expect(openingError(Array(bytes.prefix(count))) == .anchorCorrupt, "\(count) bytes")
        }
        #expect(openingError(bytes + [0]) == .anchorCorrupt)
    }

    @Test func theAnchorsOfAnotherSecretAreRefused() {
        let sameStore = AnchorSeal(ofStore: Self.store, .random())
        let other = ObjectID(high: 1, low: 2)
        let otherStore = AnchorSeal(ofStore: other, .random())
        for anchor in Self.anchors {
            let bytes = seal.bytes(of: anchor)
            #expect(openingError(bytes, sameStore) == .anchorCorrupt)
            #expect(openingError(bytes, otherStore, in: other) == .anchorOfOtherStore)
            #expect(sameStore.bytes(of: anchor) != bytes)
        }
    }

    /// Apps have those of earlier servers. Anybody could have made them.
    @Test func anchorsThatWereNeverSealedAreThoseOfReadersOfEverything() throws {
        for anchor in Self.anchors {
            let bytes = anchor.bytes
            let error = openingError(bytes)
            #expect(error == (anchor.visibility == nil ? nil : .anchorExpired))
            let wrong = Array(bytes.dropLast() + [bytes[bytes.count - 1] ^ 1])
            #expect(openingError(wrong) == .anchorCorrupt)
            for bytes in [bytes, wrong] {
                let limited = #expect(throws: HearthError.self) {
                    try Anchor(decoding: EncodedAnchor(bytes), seal, isLimited: true)
                }
                #expect(limited == Anchor.expired, "they tell nothing of the store")
            }
            let sealed = EncodedAnchor(seal.bytes(of: anchor))
            #expect(try Anchor(decoding: sealed, seal, isLimited: true) == anchor)
        }
    }

    /// This layout must never change under its version number.
    @Test func layout() throws {
        let expected = try HexText(
            """
            04 00 11 22 33 44 55 76 77 88 99 aa bb cc dd ee ff 86 bf 94 93 b2 d1 da e1 37 be 2a 0d 0e 38 ac
            a6 e8 af 96 2e 8c 24 bb 05 b6 57 65 eb 67 41 85 90 67 70 d8 b3 0b 7e b0 1f 1c 61 3b e4 be d9 b2
            """
        )
        #expect(seal.bytes(of: Self.anchors[6]) == expected.bytes)
    }

    @Test func theSecretDoesNotAppearInLogs() {
        #expect("\(seal)" == "hidden" && String(reflecting: seal) == "hidden")
        var dumped = ""
        dump(seal, to: &dumped)
        #expect(!dumped.contains("v0"))
    }
}
