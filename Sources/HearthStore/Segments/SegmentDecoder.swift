package import HearthModel

/// The columns of a segment to read in addition to identifiers and times.
package struct SegmentParts: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    static let payload = SegmentParts(rawValue: 1)
    /// Points of series, locations of routes, beats of heartbeats.
    static let series = SegmentParts(rawValue: 2)
    static let metadata = SegmentParts(rawValue: 4)
    static let provenances = SegmentParts(rawValue: 8)
    /// Sequence numbers and commits.
    static let log = SegmentParts(rawValue: 16)
    static let syncKeys = SegmentParts(rawValue: 32)
    /// Nobody looks at the identifiers.
    static let withoutIdentifiers = SegmentParts(rawValue: 64)

    static let sample: SegmentParts = [.payload, .metadata, .provenances]
    package static let everything: SegmentParts = [.sample, .series, .log, .syncKeys]

    /// The work of decoding them, in rows. The bytes of texts, events, points and members count beyond those that plain rows
    /// have; without their columns they are read, but not decoded.
    func work(in segment: SegmentSummary) -> Int {
        segment.count + segment.excessBytes / (isDisjoint(with: [.payload, .series, .metadata]) ? 256 : 32)
    }
}

/// The times and values of rows that are single quantities, by their starts.
struct SingleQuantities {
    let starts: [Timestamp]
    /// Empty: equal to the starts.
    let ends: [Timestamp]
    let values: [Double]

    var heldBytes: Int { (starts.count + ends.count + values.count) * 8 }
}

/// Turns blocks back into rows.
package struct SegmentDecoder {
    let block: SegmentBlock
    let type: ObjectType
    let attachments: MetadataCoder
    /// The sequence numbers that the directory has for the rows. A block without numbers has all of them, in order.
    let sequences: ClosedRange<UInt64>?

    package init(
        block: SegmentBlock,
        type: ObjectType,
        attachments: MetadataCoder,
        sequences: ClosedRange<UInt64>? = nil
    ) {
        self.block = block
        self.type = type
        self.attachments = attachments
        self.sequences = sequences
    }

    /// The rows with the columns that were asked for, at least those within the bounds. Payloads are always there but empty
    /// where not.
    package func rows(_ parts: SegmentParts, within bounds: TimeBounds? = nil) throws(HearthError) -> SegmentRows {
        let starts = try block.required(block.times(.starts, block.count))
        let ends = try ends(from: starts)
        let cut = isCuttable ? bounds?.rows(starts, ends) : nil
        let rows = cut?.count == block.count ? nil : cut
        // Metadata, details of workouts and records lie together.
        let schema = RecordSchema.of(type)
        let needsAttachments =
            parts.contains(.metadata) || (parts.contains(.payload) && (type.kind == .workout || schema != nil))
        let attached = needsAttachments ? try block.attachments(attachments) : Attachments()
        let log = parts.contains(.log) ? try log(rows) : (sequences: [], commits: [])
        return SegmentRows(
            samples: SampleColumns(
                type: type,
                ids: parts.contains(.withoutIdentifiers)
                    ? [] : try block.required(block.identifiers(.ids, block.count, rows), rows),
                starts: starts.wanted(rows),
                ends: ends.wanted(rows),
                metadata: parts.contains(.metadata) ? try metadata(attached, rows) : DictionaryColumn(),
                payload: try payload(parts, attached, rows)
            ),
            provenances: parts.contains(.provenances)
                ? try block.required(block.smallNumbers(.provenances, block.count, rows), rows) : [],
            sequences: log.sequences,
            commits: log.commits,
            syncKeys: parts.contains(.syncKeys) ? try syncKeys(rows) : []
        )
    }

    /// Whether rows can be decoded without those before them: they have no series and no members.
    private var isCuttable: Bool {
        switch type.kind {
        case .quantity: !block.has(.pointLengths)
        case .category: true
        default: false
        }
    }

    func ids() throws(HearthError) -> [ObjectID] {
        try block.required(block.identifiers(.ids, block.count))
    }

    /// The times and values of rows that are single quantities.
    func quantities() throws(HearthError) -> SingleQuantities {
        let starts = try block.required(block.times(.starts, block.count))
        return SingleQuantities(
            starts: starts,
            ends: try ends(from: starts),
            values: try block.required(block.numbers(.values, block.count))
        )
    }

    private func log(_ rows: Range<Int>?) throws(HearthError) -> (sequences: [UInt64], commits: [UInt64]) {
        let sequences = try block.required(numbers(rows), rows)
        let distances = try block.required(block.integers(.commits, block.count, rows), rows)
        return (sequences, zip(sequences, distances).map { $0 &+ UInt64(bitPattern: $1) })
    }

    private func numbers(_ rows: Range<Int>?) throws(HearthError) -> [UInt64] {
        if block.has(.sequences) {
            return try block.integers(.sequences, block.count, rows).map { UInt64(bitPattern: $0) }
        }
        guard let sequences, sequences.upperBound - sequences.lowerBound == UInt64(max(block.count, 1) - 1) else {
            throw .damagedBlock
        }
        return Array(sequences).wanted(rows)
    }

    func syncKeys(_ rows: Range<Int>? = nil) throws(HearthError) -> [UInt64] {
        try block.integers(.syncKeys, block.count, rows).map { UInt64(bitPattern: $0) }
    }

    /// Deletions; without sequence numbers where a version before protocol 1.3 stored them, and without times where only the
    /// directory has the time of all.
    package func deletions() throws(HearthError) -> DeletionRows {
        guard block.has(.starts) || block.has(.sequences) else {
            let log = try log(nil)
            return DeletionRows(
                ids: try ids(),
                times: [],
                sequences: log.sequences,
                commits: log.commits,
                metadata: try metadata(block.attachments(attachments), nil),
                owners: try block.smallNumbers(.provenances, block.count, nil),
                ends: try block.times(.deletedEnds, block.count)
            )
        }
        return DeletionRows(
            ids: try ids(),
            times: try block.required(block.times(.starts, block.count)),
            sequences: try block.integers(.sequences, block.count).map { UInt64(bitPattern: $0) },
            commits: try block.required(block.integers(.commits, block.count)).map { UInt64(bitPattern: $0) },
            metadata: try metadata(block.attachments(attachments), nil),
            owners: try block.smallNumbers(.provenances, block.count, nil),
            ends: try block.times(.deletedEnds, block.count)
        )
    }

    private func ends(from starts: [Timestamp]) throws(HearthError) -> [Timestamp] {
        var ends = try block.times(.durations, block.count)
        for row in ends.indices {
            ends[row].nanoseconds &+= starts[row].nanoseconds
        }
        return ends
    }

    private func metadata(
        _ attached: Attachments,
        _ rows: Range<Int>?
    ) throws(HearthError) -> DictionaryColumn<Metadata> {
        guard rows?.isEmpty != true else { return DictionaryColumn() }
        let indexes = try block.smallNumbers(.metadataIndexes, block.count, rows)
        guard indexes.allSatisfy({ $0 < attached.metadata.count }), !indexes.isEmpty || attached.metadata.count <= 1
        else { throw .damagedBlock }
        let column = DictionaryColumn(entries: attached.metadata, indexes: indexes)
        // Of some rows only their entries.
        return rows == nil ? column : column.compacted()
    }
}

extension Array {
    /// Some rows of a column, or all.
    fileprivate func wanted(_ rows: Range<Int>?) -> [Element] {
        guard let rows, rows.count < count else { return self }
        return Array(self[rows])
    }
}

// MARK: - Payloads

extension SegmentDecoder {
    private func payload(
        _ parts: SegmentParts,
        _ attached: Attachments,
        _ rows: Range<Int>?
    ) throws(HearthError) -> SampleColumns.Payload {
        let isWanted = parts.contains(.payload)
        let withSeries = parts.contains(.series)
        switch type.kind {
        case .quantity:
            return .quantity(isWanted ? try quantities(withSeries, rows) : QuantityColumns(values: []))
        case .category:
            return .category(
                CategoryColumns(
                    values: isWanted ? try block.required(block.integers(.categoryValues, block.count, rows), rows) : []
                )
            )
        case .correlation:
            return .correlation(isWanted ? try correlations() : CorrelationColumns(lengths: [], members: []))
        case .workout:
            return .workout(isWanted ? try workouts(attached) : WorkoutColumns(activityTypes: []))
        case .workoutRoute:
            return .route(isWanted ? try routes(withSeries) : RouteColumns())
        case .heartbeatSeries:
            return .heartbeat(isWanted ? try heartbeats(withSeries) : HeartbeatColumns())
        case .document, .scoredAssessment, .audiogram, .electrocardiogram, .prescription, .stateOfMind, .medication,
            .clinical:
            return .record(isWanted ? try records(attached, withSeries) : RecordColumns(records: []))
        case .characteristic, .activitySummary:
            throw .damagedBlock
        }
    }

    private func records(_ attached: Attachments, _ withSeries: Bool) throws(HearthError) -> RecordColumns {
        let records = try block.required(attached.records)
        guard let series = RecordSchema.of(type)?.series else { return RecordColumns(records: records) }
        let (lengths, total) = try block.lengths(.recordLengths, atMost: SegmentBlock.attachmentBytesMax)
        guard withSeries else {
            return RecordColumns(records: records, counts: try block.required(lengths).map(Int64.init))
        }
        var columns = RecordColumns(records: records, lengths: try block.required(lengths))
        switch series {
        case .voltages: columns.voltages = try block.numbers(.voltages, total)
        case .contents: columns.contents = try block.contents()
        }
        guard columns.voltages.count + columns.contents.count == total else { throw .damagedBlock }
        return columns
    }

    private func quantities(_ withSeries: Bool, _ rows: Range<Int>?) throws(HearthError) -> QuantityColumns {
        let count = block.count
        return QuantityColumns(
            values: try block.required(block.numbers(.values, count, rows), rows),
            counts: try block.integers(.counts, count, rows),
            minimums: try block.numbers(.minimums, count, rows),
            maximums: try block.numbers(.maximums, count, rows),
            mostRecents: try block.numbers(.mostRecents, count, rows),
            mostRecentStarts: try block.times(.mostRecentStarts, count, rows),
            mostRecentEnds: try block.times(.mostRecentEnds, count, rows),
            points: withSeries && block.has(.pointLengths) ? try points() : nil
        )
    }

    private func points() throws(HearthError) -> SeriesPoints {
        let (lengths, total) = try block.lengths(.pointLengths)
        let points = SeriesPoints(
            lengths: try block.required(lengths),
            starts: try block.times(.pointStarts, total),
            ends: try block.times(.pointEnds, total),
            values: try block.numbers(.pointValues, total)
        )
        guard points.starts.count == total, points.values.count == total else { throw .damagedBlock }
        return points
    }

    private func correlations() throws(HearthError) -> CorrelationColumns {
        let (lengths, total) = try block.lengths(.memberLengths)
        let members = try block.identifiers(.members, total)
        guard members.count == total else { throw .damagedBlock }
        return CorrelationColumns(lengths: try block.required(lengths), members: members)
    }

    private func workouts(_ attached: Attachments) throws(HearthError) -> WorkoutColumns {
        let types = try block.smallNumbers(.activityTypes, block.count).map(WorkoutActivityType.init(rawValue:))
        guard attached.details.isEmpty || attached.details.count == block.count else { throw .damagedBlock }
        return WorkoutColumns(
            activityTypes: try block.required(types),
            durations: try block.numbers(.workoutDurations, block.count),
            details: attached.details
        )
    }

    private func routes(_ withSeries: Bool) throws(HearthError) -> RouteColumns {
        let (lengths, total) = try block.lengths(.routeLengths)
        guard withSeries else {
            return RouteColumns(counts: try block.required(lengths).map(Int64.init))
        }
        var columns = RouteColumns(
            lengths: try block.required(lengths),
            timestamps: try block.times(.timestamps, total),
            latitudes: try block.numbers(.latitudes, total),
            longitudes: try block.numbers(.longitudes, total)
        )
        guard [columns.timestamps.count, columns.latitudes.count, columns.longitudes.count] == [total, total, total]
        else { throw .damagedBlock }
        for (field, column) in RouteColumns.storedColumns {
            columns[keyPath: column] = try block.numbers(field, total)
        }
        return columns
    }

    private func heartbeats(_ withSeries: Bool) throws(HearthError) -> HeartbeatColumns {
        let (lengths, total) = try block.lengths(.beatLengths)
        guard withSeries else {
            return HeartbeatColumns(counts: try block.required(lengths).map(Int64.init))
        }
        let offsets = try block.numbers(.beatOffsets, total)
        guard offsets.count == total else { throw .damagedBlock }
        return HeartbeatColumns(
            lengths: try block.required(lengths),
            offsets: offsets,
            gaps: try block.integers(.beatGaps, total).map { UInt8(truncatingIfNeeded: $0) }
        )
    }
}
