import HearthModel
import HearthWire
import Testing

/// Columns of the wrong width or length, and indexes that point beyond, in every message that has columns.
@Suite struct HostileColumnTests {
    fileprivate struct Column {
        var frame: Corpus.Frame
        var site: Site
        var bytes: [UInt8]
        var width: Int

        var rows: Int { bytes.count / width }

        /// The frame with another column.
        func replaced(_ bytes: [UInt8]) -> MessageTree {
            frame.tree.replacing(site, with: .bytes(bytes))
        }

        /// The column with another element in a row.
        func replaced(row: Int, _ element: UInt64) -> MessageTree {
            var changed: [UInt8] = []
            changed.appendLittleEndian(element, width: width)
            return replaced(bytes.prefix(row * width) + changed + bytes.dropFirst((row + 1) * width))
        }
    }

    /// Columns and single UUIDs of the corpus.
    private static let columns: [Column] = Corpus.frames.flatMap { frame in
        frame.sites.compactMap { site in
            guard let width = site.field.width, case .bytes(let bytes) = site.value else { return nil }
            return Column(frame: frame, site: site, bytes: bytes, width: width)
        }
    }

    @Test func everyColumnOccursWithRows() {
        let missing = Schema.hearth.fields.filter { $0.width != nil }.filter { field in
            !Self.columns.contains { $0.site.field == field && $0.rows > 0 }
        }
        #expect(missing.isEmpty)
    }

    // MARK: - Shape

    @Test func aColumnThatIsNotAWholeNumberOfValuesIsRefused() {
        var check = RefusalCheck()
        for column in Self.columns where column.width > 1 {
            for extra in [1, column.width - 1] {
                for bytes in [column.bytes + [UInt8](repeating: 0, count: extra), column.bytes.dropLast(extra)] {
                    check.expect(
                        .malformedColumn,
                        at: column.site.path,
                        column.replaced(Array(bytes)),
                        column.frame.direction,
                        "\(column.frame.name), \(bytes.count) bytes"
                    )
                }
            }
        }
        check.report()
    }

    /// One row more than the others have, and one less. The identifiers say how many rows there are: when they differ,
    /// it is the next column that is at fault.
    @Test func aColumnOfAnotherLengthIsRefused() {
        var check = RefusalCheck()
        for column in Self.columns where !Self.mayHaveAnyLength.contains(column.site.field.description) {
            var changes = [column.bytes + column.bytes.suffix(column.width)]
            if column.rows > 1 { changes.append(column.bytes.dropLast(column.width)) }
            for bytes in changes {
                check.expect(
                    .malformedColumn,
                    at: column.fieldAtFault,
                    column.replaced(bytes),
                    column.frame.direction,
                    "\(column.frame.name), \(column.site.path) with \(bytes.count) bytes"
                )
            }
        }
        check.report()
    }

    /// Sets, which have no columns beside them, and values of attributes, of which records say how many there are.
    private static let mayHaveAnyLength: Set = [
        "UuidSet.uuids", "AddToWorkout.stored", "QueryStatistics.edges", "Attribute.integers", "Attribute.numbers",
        "Attribute.uuids", "AttributeMatch.integers", "AttributeMatch.numbers", "AttributeMatch.uuids",
    ]

    /// A column that must be there, left out. What is empty by default is not at fault.
    @Test func aColumnThatIsMissingIsRefused() {
        let codec = Codec()
        var refused: Set<Schema.Field> = []
        for column in Self.columns {
            guard let refusal = codec.refusal(column.replaced([]), column.frame.direction) else { continue }
            refused.insert(column.site.field)
            #expect(
                refusal.code == .malformedColumn || Self.defaultsThatMayNotFit.contains(column.site.field.name),
                "\(column.frame.name), \(column.site.path): \(refusal)"
            )
        }
        let mayBeEmpty = Schema.hearth.fields.filter { $0.isColumn && $0.comment.contains("Empty:") }
        let required = Schema.hearth.fields.filter { $0.width != nil && !mayBeEmpty.contains($0) }
            .filter { !Self.mayBeMissing.contains($0.description) }
        #expect(required.filter { !refused.contains($0) }.map(\.description) == [])
    }

    /// Without them a sample lasts no time and is one quantity, which its points or events may contradict.
    private static let defaultsThatMayNotFit: Set = ["ends", "counts"]
    /// Those that may be empty, but whose own comment does not say so.
    private static let mayBeMissing: Set = [
        "AddToWorkout.stored", "Deletions.metadata_indexes", "HeartbeatColumns.counts", "QuantityColumns.maximums",
        "QuantityColumns.most_recents", "QuantityColumns.most_recent_starts", "QuantityColumns.most_recent_ends",
        "Welcome.identity_key",
    ]

    // MARK: - Lengths

    /// Lengths whose sum does not fit into 32 bits, or into 64 if each were 64 bits.
    @Test func lengthsThatOverflowAreRefused() {
        var check = RefusalCheck()
        let limit = UInt64(Limits.standard.seriesPoints)
        for column in Self.columns where column.site.field.name == "lengths" {
            // A document has more bytes than a series has points.
            let isDocument = column.site.path.contains("record") && column.frame.name.hasSuffix("documents")
            for element in [UInt64(UInt32.max), 1 << 31, isDocument ? UInt64(Limits.contentBytes) + 1 : limit + 1] {
                check.expect(
                    .limitExceeded,
                    at: "\(column.site.path)[0]",
                    column.replaced(row: 0, element),
                    column.frame.direction,
                    "\(column.frame.name), \(element) points"
                )
            }
        }
        check.report()
    }

    /// The greatest lengths that are allowed, so many that their sum is 2 to the 32 and that of the points.
    @Test func lengthsWhoseSumWrapsAreRefused() {
        var check = RefusalCheck()
        let rows = 1 << 15
        let limit = UInt64(Limits.standard.seriesPoints)
        #expect(UInt64(rows) * limit == 1 << 32)
        for (type, payload, points) in [
            ("HKCorrelationTypeIdentifierBloodPressure", 12 as UInt64, "correlation.members"),
            ("HKWorkoutRouteTypeIdentifier", 14, "route.timestamps"),
            ("HKDataTypeIdentifierHeartbeatSeries", 15, "heartbeat.offsets"),
        ] {
            var lengths: [UInt8] = []
            for _ in 0..<rows {
                lengths.appendLittleEndian(limit, width: 4)
            }
            let columns = MessageTree(
                "SampleColumns",
                [
                    MessageTree.Field(number: 1, value: .text(type)),
                    MessageTree.Field(number: 2, value: .bytes((0..<rows * 16).map { UInt8(truncatingIfNeeded: $0) })),
                    MessageTree.Field(number: 3, value: .bytes([UInt8](repeating: 0, count: rows * 8))),
                    MessageTree.Field(
                        number: payload,
                        value: .message(MessageTree("", [MessageTree.Field(number: 1, value: .bytes(lengths))]))
                    ),
                ]
            )
            check.expect(
                .malformedColumn,
                at: "save.columns[0].\(points)",
                .save([columns]),
                .client,
                type
            )
        }
        check.report()
    }

    // MARK: - Indexes

    @Test func anIndexBeyondItsEntriesIsRefused() {
        var check = RefusalCheck()
        var fields: Set<String> = []
        for column in Self.columns {
            guard let entries = column.entriesOfIndexes else { continue }
            fields.insert(column.site.field.description)
            for row in 0..<column.rows {
                for index in [UInt64(entries), 1 << 31, UInt64(UInt32.max)] {
                    check.expect(
                        .malformedColumn,
                        at: "\(column.site.path)[\(row)]",
                        column.replaced(row: row, index),
                        column.frame.direction,
                        "\(column.frame.name), index \(index) of \(entries)"
                    )
                }
            }
        }
        #expect(
            fields == [
                "SampleColumns.provenance_indexes", "SampleColumns.metadata_indexes", "SampleBatch.interleaving",
                "Deletions.type_indexes", "Deletions.metadata_indexes",
            ]
        )
        check.report()
    }

    /// The indexes are right but for their entries, of which one is gone.
    @Test func entriesThatAreMissingAreRefused() {
        let codec = Codec()
        for column in Self.columns {
            guard let entries = column.entriesOfIndexes, let list = column.nameOfEntries, list != "columns" else {
                continue
            }
            let tree = column.frame.tree.editing(ownerOf: column.site) { owner in
                owner.fields.removeAll { Schema.hearth.field($0.number, of: owner.name)?.name == list }
            }
            let refusal = codec.refusal(tree, column.frame.direction)
            #expect(refusal?.code == .malformedColumn, "\(column.frame.name), no \(list) of \(entries)")
        }
    }
}

extension HostileColumnTests.Column {
    /// The field that an error names when the column has another number of rows.
    fileprivate var fieldAtFault: String {
        switch site.field.description {
        case "SampleColumns.uuids": site.path(of: "starts")
        case "Deletions.uuids": site.path(of: "times")
        case "StatisticsColumns.buckets": site.path(of: "counts")
        default: site.path
        }
    }

    /// The list that indexes point into; nil of other columns.
    fileprivate var nameOfEntries: String? {
        switch site.field.name {
        case "provenance_indexes": "provenances"
        case "metadata_indexes": "metadata"
        case "type_indexes": "types"
        case "interleaving": "columns"
        default: nil
        }
    }

    /// The number of entries that indexes may point to.
    fileprivate var entriesOfIndexes: Int? {
        guard let nameOfEntries else { return nil }
        return site.owner.fields.count { Schema.hearth.field($0.number, of: site.owner.name)?.name == nameOfEntries }
    }
}

extension MessageTree {
    /// A save on call 1.
    static func save(_ columns: [MessageTree]) -> MessageTree {
        let save = MessageTree("Save", columns.map { Field(number: 1, value: .message($0)) })
        return MessageTree(
            "ClientFrame",
            [Field(number: 1, value: .varint(1)), Field(number: 3, value: .message(save))]
        )
    }
}
