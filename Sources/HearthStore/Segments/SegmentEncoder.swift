package import HearthModel

/// Makes blocks of columns. A block begins with the version of its layout and the number of its rows; then come the
/// columns that there are, each with its number and its length.
package struct SegmentEncoder {
    static let layout: UInt8 = 1

    private var writer = ByteWriter()
    private let attachments: MetadataCoder

    private init(rows: Int, _ attachments: MetadataCoder) {
        self.attachments = attachments
        writer.byte(SegmentEncoder.layout)
        writer.number(rows)
    }

    /// `isNumbered`: false for rows whose sequence numbers are not known yet and follow each other: the block does not have
    /// them, only how far the end of the write lies beyond each.
    package static func encode(
        _ rows: SegmentRows,
        _ attachments: MetadataCoder,
        isNumbered: Bool = true
    ) -> [UInt8] {
        var encoder = SegmentEncoder(rows: rows.count, attachments)
        encoder.write(rows, isNumbered)
        return encoder.writer.bytes
    }

    /// `isNumbered`: false for deletions whose sequence numbers and time are not known yet. They follow each other, and the
    /// directory gets both.
    package static func encode(
        _ rows: DeletionRows,
        _ attachments: MetadataCoder,
        isNumbered: Bool = true
    ) -> [UInt8] {
        var encoder = SegmentEncoder(rows: rows.count, attachments)
        encoder.ids(rows.ids, .ids)
        if isNumbered {
            encoder.times(rows.times, .starts)
            encoder.integers(rows.sequences.map { Int64(bitPattern: $0) }, .sequences)
            encoder.integers(rows.commits.map { Int64(bitPattern: $0) }, .commits)
        } else {
            encoder.integers(zip(rows.sequences, rows.commits).map { Int64(bitPattern: $1 &- $0) }, .commits)
        }
        encoder.integers(rows.owners.map(Int64.init), .provenances)
        encoder.times(rows.ends, .deletedEnds)
        encoder.write(metadata: rows.metadata)
        return encoder.writer.bytes
    }

    /// The samples of an association: nothing but UUIDs.
    package static func encode(_ samples: [ObjectID], _ attachments: MetadataCoder) -> [UInt8] {
        var encoder = SegmentEncoder(rows: samples.count, attachments)
        encoder.ids(samples, .ids)
        return encoder.writer.bytes
    }

    private mutating func write(_ rows: SegmentRows, _ isNumbered: Bool) {
        let samples = rows.samples
        ids(samples.ids, .ids)
        times(samples.starts, .starts)
        if !samples.ends.isEmpty {
            integers(zip(samples.starts, samples.ends).map { $1.nanoseconds &- $0.nanoseconds }, .durations)
        }
        if isNumbered {
            integers(rows.sequences.map { Int64(bitPattern: $0) }, .sequences)
        }
        integers(zip(rows.sequences, rows.commits).map { Int64(bitPattern: $1 &- $0) }, .commits)
        integers(rows.provenances.map(Int64.init), .provenances)
        integers(rows.syncKeys.map { Int64(bitPattern: $0) }, .syncKeys)
        switch samples.payload {
        case .quantity(let columns): write(columns)
        case .category(let columns): integers(columns.values, .categoryValues)
        case .correlation(let columns): write(columns)
        case .workout(let columns): write(columns)
        case .route(let columns): write(columns)
        case .heartbeat(let columns): write(columns)
        case .record(let columns): write(columns)
        }
        switch samples.payload {
        case .workout(let columns): write(metadata: samples.metadata, details: columns.details)
        case .record(let columns): write(metadata: samples.metadata, records: columns.records)
        default: write(metadata: samples.metadata)
        }
    }

    private mutating func write(
        metadata: DictionaryColumn<Metadata>,
        details: [WorkoutDetail] = [],
        records: [Record] = []
    ) {
        let stored = Attachments(metadata: metadata.entries, details: details, records: records)
        guard !stored.isEmpty else { return }
        integers(metadata.indexes.map(Int64.init), .metadataIndexes)
        bytes(attachments.encode(stored), .attachments)
    }
}

// MARK: - Payloads

extension SegmentEncoder {
    private mutating func write(_ columns: QuantityColumns) {
        numbers(columns.values, .values)
        integers(columns.counts, .counts)
        numbers(columns.minimums, .minimums)
        numbers(columns.maximums, .maximums)
        numbers(columns.mostRecents, .mostRecents)
        times(columns.mostRecentStarts, .mostRecentStarts)
        times(columns.mostRecentEnds, .mostRecentEnds)
        if let points = columns.points {
            integers(points.lengths.map(Int64.init), .pointLengths)
            times(points.starts, .pointStarts)
            times(points.ends, .pointEnds)
            numbers(points.values, .pointValues)
        }
    }

    private mutating func write(_ columns: CorrelationColumns) {
        integers(columns.lengths.map(Int64.init), .memberLengths)
        ids(columns.members, .members)
    }

    private mutating func write(_ columns: WorkoutColumns) {
        integers(columns.activityTypes.map { Int64($0.rawValue) }, .activityTypes)
        numbers(columns.durations, .workoutDurations)
    }

    private mutating func write(_ columns: RouteColumns) {
        integers(columns.lengths.map(Int64.init), .routeLengths)
        times(columns.timestamps, .timestamps)
        numbers(columns.latitudes, .latitudes)
        numbers(columns.longitudes, .longitudes)
        for (field, column) in RouteColumns.storedColumns {
            numbers(columns[keyPath: column], field)
        }
    }

    private mutating func write(_ columns: HeartbeatColumns) {
        integers(columns.lengths.map(Int64.init), .beatLengths)
        numbers(columns.offsets, .beatOffsets)
        integers(columns.gaps.map(Int64.init), .beatGaps)
    }

    private mutating func write(_ columns: RecordColumns) {
        integers(columns.lengths.map(Int64.init), .recordLengths)
        numbers(columns.voltages, .voltages)
        if !columns.contents.isEmpty {
            bytes(columns.contents, .contents)
        }
    }
}

extension RouteColumns {
    /// The optional columns of routes with their fields.
    static let storedColumns: [(field: SegmentField, column: any WritableKeyPath<RouteColumns, [Double]> & Sendable)] =
        [
            (.altitudes, \.altitudes),
            (.horizontalAccuracies, \.horizontalAccuracies),
            (.verticalAccuracies, \.verticalAccuracies),
            (.speeds, \.speeds),
            (.courses, \.courses),
            (.speedAccuracies, \.speedAccuracies),
            (.courseAccuracies, \.courseAccuracies),
        ]
}

// MARK: - Columns

extension SegmentEncoder {
    private mutating func integers(_ values: [Int64], _ number: SegmentField) {
        guard !values.isEmpty else { return }
        field(number) { IntegerColumn.write(values, to: &$0) }
    }

    private mutating func times(_ values: [Timestamp], _ number: SegmentField) {
        integers(values.map(\.nanoseconds), number)
    }

    private mutating func numbers(_ values: [Double], _ number: SegmentField) {
        guard !values.isEmpty else { return }
        field(number) { NumberColumn.write(values, to: &$0) }
    }

    private mutating func ids(_ values: [ObjectID], _ number: SegmentField) {
        guard !values.isEmpty else { return }
        field(number) { IdentifierColumn.write(values, to: &$0) }
    }

    /// Bytes, compressed where that makes them fewer, and before them how many they are.
    private mutating func bytes(_ bytes: [UInt8], _ number: SegmentField) {
        field(number) { writer in
            writer.number(bytes.count)
            if let compressed = Compression.compressed(bytes) {
                writer.append(compressed)
            } else {
                writer.append(bytes)
            }
        }
    }

    private mutating func field(_ number: SegmentField, _ write: (inout ByteWriter) -> Void) {
        var column = ByteWriter()
        write(&column)
        writer.byte(number.rawValue)
        writer.sized(column.bytes)
    }
}
