package import HearthModel

/// What the quantities of a segment come to together, so that statistics need not read it. Only of segments whose samples
/// all are single quantities; and not of sound levels, whose energies a machine may round in its own way.
package struct SegmentTotals: Hashable, Sendable {
    /// Numbers that together are the exact sum: the first is the sum rounded, each of the others what those before it
    /// leave. Of a type that is weighted by time: of the weighted values.
    package var sum: [Double]
    /// The time that the quantities weigh, of a type that is weighted by time; else 0.
    package var weight: Int64
    /// The time that the quantities cover.
    package var covered: Int64
    /// The quantity with the latest end; of these the one with the latest start, of these the last one.
    package var mostRecent: Double
    package var mostRecentTimes: ClosedRange<Timestamp>

    package var roundedSum: Double { sum.first ?? 0 }

    /// Of one quantity or more, by their starts. Nil if there are none.
    init?(of samples: SampleColumns) {
        guard case .quantity(let columns) = samples.payload, columns.points == nil, !columns.values.isEmpty,
            columns.counts.allSatisfy({ $0 == 1 }), columns.summarizesNothing,
            let aggregation = samples.type.aggregation, aggregation != .discreteEquivalentContinuousLevel
        else { return nil }
        let rows = 0..<columns.values.count
        let totals = QuantityRun.with(samples.starts, samples.ends, columns.values, rows) {
            SegmentTotals($0, aggregation)
        }
        guard let totals else { return nil }
        self = totals
    }

    private init?(_ run: QuantityRun, _ aggregation: Aggregation) {
        let (sum, weight) = SegmentTotals.sum(of: run, isWeighted: aggregation == .discreteTemporallyWeighted)
        guard let sum, let weight = Int64(exactly: weight) else { return nil }
        self.sum = sum
        self.weight = weight
        covered = run.covered(after: .min).time
        let latest = run.latest
        mostRecent = run.values[latest]
        mostRecentTimes = run.starts[latest]...Timestamp(nanoseconds: run.end(latest))
    }

    private static func sum(of run: QuantityRun, isWeighted: Bool) -> (parts: [Double]?, weight: Int128) {
        guard run.count > 1 else {
            // Most saves are of one sample.
            let length = isWeighted ? max(run.end(0) - run.starts[0].nanoseconds, QuantityRun.weightMin) : 0
            let sum = isWeighted ? run.values[0] * Double(length) : run.values[0]
            return (sum == 0 ? [] : sum.isFinite ? [sum] : nil, Int128(length))
        }
        var sum = ExactSum()
        var weight: Int128 = 0
        if isWeighted {
            run.addWeighted(to: &sum, &weight, nil)
        } else {
            sum.add(run.values)
        }
        return (sum.parts, weight)
    }
}

extension QuantityColumns {
    /// Whether no sample stands for a series.
    fileprivate var summarizesNothing: Bool {
        minimums.isEmpty && maximums.isEmpty && mostRecents.isEmpty && mostRecentStarts.isEmpty
            && mostRecentEnds.isEmpty
    }
}

// MARK: - Stored

extension SegmentTotals {
    /// More parts than any sum has.
    private static let partsMax = 64

    /// As a store keeps them.
    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.number(sum.count)
        writer.raw(sum.map(\.bitPattern))
        writer.signed(weight)
        writer.signed(covered)
        writer.raw(mostRecent.bitPattern)
        writer.signed(mostRecentTimes.lowerBound.nanoseconds)
        writer.signed(mostRecentTimes.upperBound.nanoseconds)
        return writer.bytes
    }

    init(stored: [UInt8]) throws(HearthError) {
        self = try stored.reading { (reader: inout ByteReader) throws(HearthError) in
            var sum: [Double] = []
            for _ in 0..<(try reader.count(atMost: SegmentTotals.partsMax)) {
                sum.append(Double(bitPattern: try reader.fixed()))
            }
            let (weight, covered) = (try reader.signed(), try reader.signed())
            let value = Double(bitPattern: try reader.fixed())
            let start = Timestamp(nanoseconds: try reader.signed())
            let end = Timestamp(nanoseconds: try reader.signed())
            guard reader.isAtEnd, start <= end else { throw .damagedBlock }
            return SegmentTotals(sum, weight, covered, value, start...end)
        }
    }

    private init(
        _ sum: [Double],
        _ weight: Int64,
        _ covered: Int64,
        _ mostRecent: Double,
        _ times: ClosedRange<Timestamp>
    ) {
        self.sum = sum
        self.weight = weight
        self.covered = covered
        self.mostRecent = mostRecent
        mostRecentTimes = times
    }
}
