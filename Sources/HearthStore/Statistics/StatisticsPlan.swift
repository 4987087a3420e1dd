internal import HearthModel

/// Decides how each segment of a type takes part in statistics.
///
/// A segment that lies in one bucket whole, with all of its samples, need not be read: the directory has its totals. What
/// depends on the order of samples, or on their sources, must not be decided within its time by others then: nothing else
/// may lie there.
struct StatisticsPlan {
    /// What has to be read, in the order of time.
    enum Reading {
        /// A whole segment that overlaps no other.
        case whole(Segment)
        /// Segments whose samples are merged; nil: all that there are.
        case merged([Segment]?)
    }

    private struct Candidate {
        let segment: Segment
        /// Whether all its samples match.
        let isCertain: Bool

        var starts: ClosedRange<Timestamp> { segment.summary.starts }
        var ends: ClosedRange<Timestamp> { segment.summary.ends }
        /// The last moment at which something can begin.
        var lastStart: Timestamp { segment.summary.totals == nil ? ends.upperBound : starts.upperBound }

        /// Whether everything in it is over when another begins.
        func ends(before other: Candidate) -> Bool {
            ends.upperBound <= other.starts.lowerBound && lastStart < other.starts.lowerBound
        }
    }

    private let selection: TypeSelection
    private let times: Range<Timestamp>?
    private let order: SourceOrder?
    /// Whether a segment counts without being read only if nothing else lies in its time.
    private let needsOrder: Bool
    private let needsSource: Bool
    private var chunks: ArraySlice<SegmentList.Chunk>
    private var segments: ArraySlice<Segment> = []
    private var candidates: [Candidate] = []

    /// `times`: those of the buckets; nil: all.
    init(
        _ selection: TypeSelection,
        _ times: Range<Timestamp>?,
        _ options: StatisticsOptions,
        bySource: Bool,
        sweeps: Bool,
        _ order: SourceOrder?,
        _ snapshot: Snapshot
    ) {
        self.selection = selection
        self.times = times
        self.order = order
        needsOrder = sweeps || options.contains(.mostRecent) || options.contains(.duration)
        needsSource = sweeps || bySource
        chunks = (snapshot.samples[selection.type]?.chunks ?? [])[...]
    }

    /// The memory that it holds.
    var heldBytes: Int { candidates.count * MemoryLayout<Candidate>.stride }

    /// Looks at the directory, as far as the reader is allowed to. False: it is the turn of others.
    mutating func proceed(_ reader: SegmentReader) throws(HearthError) -> Bool {
        while true {
            while let segment = segments.first {
                guard !reader.isExhausted else { return false }
                reader.charge(1)
                let certainty = try selection.certainty(for: segment.summary, reader)
                if certainty != .never {
                    candidates.append(Candidate(segment: segment, isCertain: certainty == .always))
                }
                segments.removeFirst()
            }
            guard let chunk = chunks.popFirst() else { return true }
            reader.charge(1)
            let summary = chunk.summary
            if let times, summary.starts.lowerBound >= times.upperBound || summary.ends.upperBound < times.lowerBound {
                continue
            }
            guard selection.bounds.canHave(starts: summary.starts, ends: summary.ends) else { continue }
            segments = chunk.elements[...]
        }
    }

    /// The segments that are not read, by their buckets, and what is read.
    consuming func finish(_ pass: BucketPass) -> (whole: [BucketPass.WholeSegment], readings: [Reading]) {
        candidates.sort { $0.starts.lowerBound < $1.starts.lowerBound }
        var whole: [BucketPass.WholeSegment] = []
        var readings: [Reading] = []
        var merged: [Segment] = []
        // Of all before: the last end, and the last moment at which something can begin.
        var reached: (end: Timestamp, start: Timestamp)?
        for (index, candidate) in candidates.enumerated() {
            let starts = candidate.starts.lowerBound
            let isAfter = reached.map { $0.end <= starts && $0.start < starts } ?? true
            let isAlone =
                isAfter && (index + 1 == candidates.count || candidate.ends(before: candidates[index + 1]))
            reached = (
                max(reached?.end ?? candidate.ends.upperBound, candidate.ends.upperBound),
                max(reached?.start ?? candidate.lastStart, candidate.lastStart)
            )
            if candidate.isCertain, isAlone || !needsOrder, let segment = wholeSegment(candidate.segment, pass) {
                whole.append(segment)
            } else if candidate.isCertain, isAlone, pass.takesRuns, candidate.segment.summary.totals != nil {
                if !merged.isEmpty {
                    readings.append(.merged(merged))
                    merged = []
                }
                readings.append(.whole(candidate.segment))
            } else {
                merged.append(candidate.segment)
            }
        }
        if !merged.isEmpty {
            readings.append(.merged(merged))
        }
        whole.sort { $0.bucket < $1.bucket }
        return (whole, readings)
    }

    private func wholeSegment(_ segment: Segment, _ pass: BucketPass) -> BucketPass.WholeSegment? {
        let summary = segment.summary
        guard let totals = summary.totals, let bucket = pass.bucket(summary.starts, summary.ends) else { return nil }
        var source: Int?
        if needsSource, let order {
            source = summary.provenances.first.map { order.source(ofProvenance: $0) }
            guard let source, source >= 0,
                summary.provenances.allSatisfy({ order.source(ofProvenance: $0) == source })
            else { return nil }
            order.noteNames(summary.provenances)
        }
        return BucketPass.WholeSegment(segment: summary, totals: totals, source: source, bucket: bucket)
    }
}
