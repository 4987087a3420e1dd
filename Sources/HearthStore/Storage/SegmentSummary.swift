package import HearthModel

/// What is known of a segment without reading it: its entry in the directory.
package struct SegmentSummary: Hashable, Sendable {
    package var id: Int64
    package var kind: Kind
    /// By identifier: a newer version may have stored types that this one does not know.
    package var type: String
    /// The sequence numbers of its changes lie from here ...
    package var firstSequence: UInt64
    /// ... to here, and those of other segments of its kind and type do not.
    package var lastSequence: UInt64
    package var count: Int
    package var starts: ClosedRange<Timestamp>
    package var ends: ClosedRange<Timestamp>
    package var ids: ClosedRange<ObjectID>
    /// Of quantities and of the numbers of categories.
    package var values: Values?
    /// Nil if statistics have to read the segment.
    package var totals: SegmentTotals?
    /// See `SegmentRows.shape`.
    package var shape: UInt8
    /// Whether the index of identifiers has to know the samples, as their range says too little.
    package var hasUnorderedIDs: Bool
    package var hasSyncKeys: Bool
    /// The numbers of the provenances of its samples, ascending.
    package var provenances: [UInt32]
    /// Bytes that the rows take in messages, at most.
    package var encodedSize: Int
    package var blockChecksum: UInt64

    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case samples = 0
        case deletions = 1
    }

    package struct Values: Hashable, Sendable {
        /// Of a segment without totals added up in order.
        package var sum: Double
        package var least: Double
        package var greatest: Double

        package init(sum: Double, least: Double, greatest: Double) {
            // SQLite keeps whole numbers as integers, which have no negative zero.
            // And no number that is none: of sums that go to both infinities.
            self.sum = sum.isNaN ? 0 : sum + 0.0
            self.least = least + 0.0
            self.greatest = greatest + 0.0
        }
    }

    package init(
        id: Int64,
        kind: Kind,
        type: String,
        firstSequence: UInt64,
        lastSequence: UInt64,
        count: Int,
        starts: ClosedRange<Timestamp>,
        ends: ClosedRange<Timestamp>,
        ids: ClosedRange<ObjectID>,
        values: Values?,
        totals: SegmentTotals? = nil,
        shape: UInt8,
        hasUnorderedIDs: Bool,
        hasSyncKeys: Bool,
        provenances: [UInt32],
        encodedSize: Int,
        blockChecksum: UInt64
    ) {
        self.id = id
        self.kind = kind
        self.type = type
        self.firstSequence = firstSequence
        self.lastSequence = lastSequence
        self.count = count
        self.starts = starts
        self.ends = ends
        self.ids = ids
        self.values = values
        self.totals = totals
        self.shape = shape
        self.hasUnorderedIDs = hasUnorderedIDs
        self.hasSyncKeys = hasSyncKeys
        self.provenances = provenances
        self.encodedSize = encodedSize
        self.blockChecksum = blockChecksum
    }
}

extension SegmentSummary {
    /// From the first start to the last end.
    var times: ClosedRange<Timestamp> { starts.lowerBound...ends.upperBound }

    var sequences: ClosedRange<UInt64> { firstSequence...lastSequence }

    /// The same with sequence numbers that come after a number. Deletions get their time, too.
    func numbered(after head: UInt64, at time: Timestamp) -> SegmentSummary {
        var numbered = self
        numbered.firstSequence += head
        numbered.lastSequence += head
        if kind == .deletions {
            numbered.starts = time...time
            numbered.ends = time...time
        }
        return numbered
    }

    /// The bytes beyond those of plain rows: of texts, events, points and members.
    var excessBytes: Int { max(encodedSize - count * SegmentSummary.bytesOfPlainRow, 0) }

    /// The most that a quantity without points or metadata takes.
    private static let bytesOfPlainRow = 96

    /// What the segment adds to the sum that tells whether the directory is complete and intact.
    var checksum: UInt64 {
        var writer = ByteWriter()
        writer.byte(1)
        writer.signed(id)
        writer.byte(kind.rawValue)
        writer.sized(type)
        writer.number(firstSequence)
        writer.number(lastSequence)
        writer.number(count)
        writer.signed(starts.lowerBound.nanoseconds)
        writer.signed(starts.upperBound.nanoseconds)
        writer.signed(ends.lowerBound.nanoseconds)
        writer.signed(ends.upperBound.nanoseconds)
        writer.raw(ids.lowerBound)
        writer.raw(ids.upperBound)
        if let values {
            writer.raw(values.sum.bitPattern)
            writer.raw(values.least.bitPattern)
            writer.raw(values.greatest.bitPattern)
        }
        if let totals {
            writer.append(totals.stored)
        }
        writer.byte(shape)
        writer.byte((hasUnorderedIDs ? 1 : 0) | (hasSyncKeys ? 2 : 0))
        writer.raw(provenances)
        writer.number(encodedSize)
        writer.number(blockChecksum)
        return Checksum.of(writer.bytes)
    }
}

// MARK: - What a segment holds, summed up

extension SegmentSummary.Values {
    /// Nil for samples without numbers.
    init?(_ payload: SampleColumns.Payload, _ totals: SegmentTotals?) {
        switch payload {
        case .quantity(let columns):
            if let totals {
                self.init(columns.values, totals)
            } else {
                self.init(columns.values)
            }
        case .category(let columns): self.init(columns.values.map(Double.init))
        case .correlation, .workout, .route, .heartbeat, .record: return nil
        }
    }

    private init(_ values: [Double], _ totals: SegmentTotals) {
        let bounds = values.bounds
        self.init(sum: totals.roundedSum, least: bounds.least, greatest: bounds.greatest)
    }

    private init?(_ values: [Double]) {
        guard var least = values.first else { return nil }
        var greatest = least
        var sum = 0.0
        for value in values {
            least = min(least, value)
            greatest = max(greatest, value)
            sum += value
        }
        self.init(sum: sum, least: least, greatest: greatest)
    }
}
