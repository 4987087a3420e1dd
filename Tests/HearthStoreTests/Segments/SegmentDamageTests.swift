import HearthModel
import HearthTestSupport
import Testing

@testable import HearthStore

/// A block that is not what an encoder made ends in an error or in rows, even when nobody has looked at its checksum.
@Suite struct SegmentDamageTests {
    private let attachments = MetadataCoder()

    @Test(arguments: RandomRows.kinds) func survivesEveryFlippedBit(of type: ObjectType) {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 160)
        var made = RandomRows(random: generator)
        for count in [1, 4, 12] {
            let block = SegmentEncoder.encode(made.rows(count, of: type), attachments)
            var refused = 0
            for bit in 0..<block.count * 8 {
                var damaged = block
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                refused += decode(damaged, type) ? 0 : 1
            }
            // Otherwise the decoder looks at nothing.
            #expect(refused > block.count / 8, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    @Test(arguments: RandomRows.kinds) func refusesEveryBeginning(of type: ObjectType) {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 161)
        var made = RandomRows(random: generator)
        let rows = made.rows(9, of: type)
        let block = SegmentEncoder.encode(rows, attachments)
        for count in block.indices {
            // Some columns may be missing, so that a beginning may be a block of rows that say less.
            let isWhole = decode(Array(block.prefix(count)), type)
            #expect(!isWhole || count > block.count / 4, "HEARTH_TEST_SEED=\(seed): \(count) of \(block.count)")
        }
    }

    @Test func survivesDeletionsAndAssociations() {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 162)
        var made = RandomRows(random: generator)
        let deletions = SegmentEncoder.encode(made.deletions(10), attachments)
        let association = SegmentEncoder.encode(made.ids(10), attachments)
        for block in [deletions, association] {
            for bit in 0..<block.count * 8 {
                var damaged = block
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                let members = try? SegmentBlock(damaged).associatedSamples()
                let read = try? SegmentDecoder(block: SegmentBlock(damaged), type: .workout, attachments: attachments)
                    .deletions()
                #expect(read == nil || read?.times.count == read?.ids.count, "HEARTH_TEST_SEED=\(seed)")
                #expect(read == nil || read?.ids == members, "HEARTH_TEST_SEED=\(seed)")
            }
        }
    }

    /// A block of one form that the directory says is of another. Records of all types have one form.
    @Test func refusesAnotherForm() throws {
        let (generator, _) = SeededGenerator.fromEnvironment(default: 163)
        var made = RandomRows(random: generator)
        for type in RandomRows.kinds {
            let block = SegmentEncoder.encode(made.rows(5, of: type), attachments)
            let isRecord = RecordSchema.of(type) != nil
            for other in RandomRows.kinds where other != type && !(isRecord && RecordSchema.of(other) != nil) {
                #expect(throws: HearthError.damagedBlock) {
                    try SegmentDecoder(block: SegmentBlock(block), type: other, attachments: attachments)
                        .rows(.everything)
                }
            }
        }
    }

    /// Whether the block is read; then its rows are complete.
    private func decode(_ bytes: [UInt8], _ type: ObjectType) -> Bool {
        guard let block = try? SegmentBlock(bytes) else { return false }
        let decoder = SegmentDecoder(block: block, type: type, attachments: attachments)
        guard let rows = try? decoder.rows(.everything) else { return false }
        let counts = [rows.samples.starts.count, rows.provenances.count, rows.sequences.count, rows.commits.count]
        #expect(counts.allSatisfy { $0 == block.count })
        #expect(rows.syncKeys.isEmpty || rows.syncKeys.count == block.count)
        let metadata = rows.samples.metadata
        #expect(metadata.indexes.isEmpty ? metadata.entries.count <= 1 : metadata.indexes.count == block.count)
        #expect(metadata.indexes.allSatisfy { $0 < metadata.entries.count })
        return true
    }
}
