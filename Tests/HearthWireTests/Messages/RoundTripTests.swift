import HearthModel
import HearthTestSupport
import HearthWire
import Testing

@Suite struct RoundTripTests {
    /// Rounds with a seed each; every one makes a frame of each request and each reply.
    private static let rounds: UInt64 = 120
    /// By then everything that hearth.proto declares has occurred, whatever the first seed is.
    private static let mostRounds: UInt64 = 1000

    /// Random frames, until each message, each field, each member of a oneof and each enumerator of hearth.proto has
    /// occurred.
    @Test func framesAreWhatTheSecondCodecMakesOfThem() throws {
        let declared = ProtoFile(try Repository.text(of: Repository.protoFile)).items
        let firstSeed = SeededGenerator.firstSeed(default: 1)
        var roundTrip = RoundTrip()
        var round: UInt64 = 0
        while round < Self.rounds || round < Self.mostRounds && !roundTrip.coverage.missing(of: declared).isEmpty {
            let seed = firstSeed &+ round
            var values = RandomValues(seed: seed)
            for frame in try values.clientFrames() {
                try roundTrip.check(frame, "HEARTH_TEST_SEED=\(seed), round \(round)")
            }
            for frame in try values.serverFrames() {
                try roundTrip.check(frame, "HEARTH_TEST_SEED=\(seed), round \(round)")
            }
            round += 1
        }
        let missing = roundTrip.coverage.missing(of: declared)
        #expect(missing.isEmpty, "never generated from HEARTH_TEST_SEED=\(firstSeed)")
    }

    /// Short columns are packed in another way than long ones, and a frame may have both.
    @Test func columnsOfAnyLengthAreWhatTheSecondCodecMakesOfThem() throws {
        var roundTrip = RoundTrip()
        for count in 1...80 {
            let columns = SampleColumns(
                type: .heartRate,
                ids: (0..<count).map { ObjectID(high: 7, low: UInt64($0)) },
                starts: (0..<count).map { Timestamp(nanoseconds: Int64($0)) },
                payload: .quantity(
                    QuantityColumns(
                        values: (0..<count).map(Double.init),
                        unit: ObjectType.heartRate.storageUnit,
                        counts: (0..<count).map { Int64($0) + 1 }
                    )
                )
            )
            try roundTrip.check(ClientFrame(call: 1, .save(Save(columns: [columns, columns]))), "\(count) samples")
        }
    }

    /// What the reader of hearth.proto finds, so that a change of its layout does not go unnoticed.
    @Test func theSchemaIsRead() throws {
        let items = ProtoFile(try Repository.text(of: Repository.protoFile)).items
        #expect(items.contains(.message("Cancel")))
        #expect(items.contains(.field(message: "ClientFrame", number: 17)))
        #expect(items.contains(.field(message: "PredicateTerm", number: 17)))
        #expect(items.contains(.enumerator(enumeration: "ErrorCode", number: 0)))
        #expect(!items.contains(.enumerator(enumeration: "Relation", number: 0)))
    }

    /// The second codec against bytes that were written down by hand.
    @Test func theSecondCodecWritesProtobuf() {
        let ping = ClientFrame(call: 300, .ping(Ping(payload: [7])))
        #expect(ping.wireBytes.framed == [8, 0, 0, 0, 0x08, 0xAC, 0x02, 0x5A, 0x03, 0x0A, 0x01, 0x07])
        let done = ServerFrame(call: 0, .done(Done(reason: DoneReason(rawValue: .max))))
        let minusOne: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]
        #expect(done.wireBytes.framed == [13, 0, 0, 0, 0x22, 0x0B, 0x08] + minusOne)
        let term = Predicate.Term.comparison(
            Comparison(field: .workoutDuration, relation: .less, operand: .number(1, nil))
        )
        let one: [UInt8] = [0x19, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F]
        #expect(term.wireBytes.bytes == [0x32, 0x0D, 0x08, 0x1F, 0x10, 0x01] + one)
    }
}
