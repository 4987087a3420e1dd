import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// What is put into a segment comes out of it, whole or in the parts that somebody asks for.
@Suite struct SegmentRoundTripTests {
    private static let partsMax: UInt8 = SegmentParts.everything.rawValue
    private let attachments = MetadataCoder()

    @Test(arguments: RandomRows.kinds) func keepsSamples(of type: ObjectType) throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 150)
        var made = RandomRows(random: generator)
        for count in [1, 2, 3, 7, 40] {
            for _ in 0..<20 {
                let rows = made.rows(count, of: type)
                let block = SegmentEncoder.encode(rows, attachments)
                let read = try decoder(block, type).rows(.everything)
                #expect(RowBits(read) == RowBits(rows), "HEARTH_TEST_SEED=\(seed)")
                #expect(SegmentEncoder.encode(read, attachments) == block, "HEARTH_TEST_SEED=\(seed)")
            }
        }
    }

    /// Whoever asks for less gets the same of it, and nothing of the rest.
    @Test(arguments: RandomRows.kinds) func partsAreThoseOfTheWhole(of type: ObjectType) throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 151)
        var made = RandomRows(random: generator)
        for count in [1, 5, 30] {
            let rows = made.rows(count, of: type)
            let decoder = try decoder(SegmentEncoder.encode(rows, attachments), type)
            for rawValue in 0...Self.partsMax {
                let parts = SegmentParts(rawValue: rawValue)
                let read = try decoder.rows(parts)
                #expect(RowBits(read) == RowBits(rows.reduced(to: parts)), "HEARTH_TEST_SEED=\(seed), \(parts)")
            }
            #expect(try decoder.ids() == rows.samples.ids)
            #expect(try decoder.syncKeys() == rows.syncKeys)
        }
    }

    /// Whoever wants the rows of a time gets them without the others, or all.
    @Test(arguments: RandomRows.kinds) func rowsOfATimeAreThoseOfTheWhole(of type: ObjectType) throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 154)
        var made = RandomRows(random: generator)
        for count in [1, 2, 5, 30, 300] {
            let rows = made.rows(count, of: type).sortedByStart()
            let decoder = try decoder(SegmentEncoder.encode(rows, attachments), type)
            let times = rows.samples.starts + rows.samples.ends
            for _ in 0..<20 {
                let (one, other) = (made.random.pick(times), made.random.pick(times))
                let interval = Interval(start: min(one, other), end: max(one, other))
                let bounds = TimeBounds(interval)
                let read = try decoder.rows(.everything, within: bounds)
                let first = rows.samples.ids.firstIndex { $0 == read.samples.ids.first } ?? 0
                let range = first..<first + read.count
                let expected = range.count == count ? rows : rows.selecting(.range(range))
                #expect(range.isEmpty || RowBits(read) == RowBits(expected), "HEARTH_TEST_SEED=\(seed)")
                let isIn = interval.contain(rows.samples.starts, rows.samples.filledEnds)
                #expect(isIn.indices.allSatisfy { !isIn[$0] || range.contains($0) }, "HEARTH_TEST_SEED=\(seed)")
                let isCut = read.count < count
                #expect(!isCut || type.kind == .quantity || type.kind == .category)
            }
        }
    }

    @Test func keepsDeletions() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 152)
        var made = RandomRows(random: generator)
        for count in 1...60 {
            let rows = made.deletions(count)
            let read = try decoder(SegmentEncoder.encode(rows, attachments), .workout).deletions()
            #expect(read.ids == rows.ids && read.times == rows.times, "HEARTH_TEST_SEED=\(seed)")
            #expect(read.sequences == rows.sequences && read.commits == rows.commits, "HEARTH_TEST_SEED=\(seed)")
            #expect(read.metadata == rows.metadata, "HEARTH_TEST_SEED=\(seed)")
            #expect(read.owners == rows.owners && read.ends == rows.ends, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// What readers encode before the commit: the directory has the numbers and the time.
    @Test func keepsDeletionsWithoutTheirNumbers() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 154)
        var made = RandomRows(random: generator)
        for count in 1...60 {
            var rows = made.deletions(count)
            rows.sequences = Array(1...UInt64(count))
            rows.commits = Array(repeating: UInt64(count) + 7, count: count)
            let bytes = SegmentEncoder.encode(rows, attachments, isNumbered: false)
            let block = try SegmentBlock(bytes)
            let numbers = 1_001...1_000 + UInt64(count)
            let read = try SegmentDecoder(block: block, type: .workout, attachments: attachments, sequences: numbers)
                .deletions()
            #expect(read.ids == rows.ids && read.times.isEmpty, "HEARTH_TEST_SEED=\(seed)")
            #expect(read.sequences == Array(numbers), "HEARTH_TEST_SEED=\(seed)")
            #expect(read.commits == rows.commits.map { $0 + 1_000 }, "HEARTH_TEST_SEED=\(seed)")
            #expect(read.metadata == rows.metadata, "HEARTH_TEST_SEED=\(seed)")
            #expect(read.owners == rows.owners && read.ends == rows.ends, "HEARTH_TEST_SEED=\(seed)")
            #expect(throws: HearthError.self) { try decoder(bytes, .workout).deletions() }
        }
    }

    @Test func deletionsThatWereStoredWithoutNumbersGetThoseOfTheirSegment() {
        var made = RandomRows(random: SeededGenerator(seed: 1))
        var rows = made.deletions(3)
        rows.commits = [7, 7, 9]
        rows.number(in: 5...7)
        #expect(rows.sequences == [5, 6, 7])
        // There are numbers in the segment's range that belong to other types.
        rows.number(in: 5...8)
        #expect(rows.sequences == [7, 7, 8])
    }

    @Test func keepsAssociations() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 153)
        var made = RandomRows(random: generator)
        for count in 1...60 {
            let ids = made.ids(count)
            let read = try SegmentBlock(SegmentEncoder.encode(ids, attachments)).associatedSamples()
            #expect(read == ids, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// The encoding is what files hold: it may not change while the layout's number stays.
    @Test func theLayoutIsWhatItWas() {
        let rows = SegmentRows(
            samples: SampleColumns(
                type: type("heartRate"),
                ids: [ObjectID(high: 0x0123_4567_89AB_4DEF, low: 1 << 63)],
                starts: [at(2_000)],
                payload: .quantity(QuantityColumns(values: [72.5]))
            ),
            provenances: [3],
            sequences: [9],
            commits: [10],
            syncKeys: []
        )
        let expected: [UInt8] = [
            1, 1,  // the layout, and one row
            1, 17, 0, 0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0x4D, 0xEF, 0x80, 0, 0, 0, 0, 0, 0, 0,  // its UUID
            2, 5, 0, 1, 0xA0, 0x1F, 0,  // its start
            4, 4, 0, 1, 18, 0,  // its number
            9, 4, 0, 1, 2, 0,  // its commit is one further
            5, 4, 0, 1, 6, 0,  // its provenance
            10, 6, 1, 0, 1, 0xAA, 0x0B, 0,  // 725 tenths
        ]
        #expect(SegmentEncoder.encode(rows, attachments) == expected)
    }

    @Test func refusesAnotherLayout() {
        var block = SegmentEncoder.encode([ObjectID(high: 1, low: 2)], attachments)
        for layout in [0, 2, 255] as [UInt8] {
            block[0] = layout
            #expect(throws: HearthError.damagedBlock) { try SegmentBlock(block) }
        }
        #expect(throws: HearthError.damagedBlock) { try SegmentBlock([]) }
    }

    private func decoder(_ block: [UInt8], _ type: ObjectType) throws(HearthError) -> SegmentDecoder {
        SegmentDecoder(block: try SegmentBlock(block), type: type, attachments: attachments)
    }
}
