internal import HearthModel

/// The changes of several types after an anchor, merged in commit order.
struct ChangeLog {
    let selections: [TypeSelection]
    var context: ReadingContext
    private var streams: [LogStream] = []

    init(_ selections: [TypeSelection], _ anchor: Anchor, in context: ReadingContext) {
        self.selections = selections
        self.context = context
        for (index, selection) in selections.enumerated() {
            let deletions = context.snapshot.deletions[selection.type]?.segments(after: anchor.deletions) ?? []
            if !deletions.isEmpty {
                streams.append(LogStream(deletions, .deletions, index, after: anchor.deletions))
            }
        }
        for (index, selection) in selections.enumerated() {
            let samples = context.snapshot.samples[selection.type]?.segments(after: anchor.sequence) ?? []
            if !samples.isEmpty {
                streams.append(LogStream(samples, .samples, index, after: anchor.sequence))
            }
        }
    }

    /// What a stream lacks of the changes up to its anchor: a part of a pass.
    init(lacking: LackingChanges, from anchor: Anchor, in context: ReadingContext) {
        self.context = context
        let isOfSamples = anchor.visibility?.pass?.part == .samples
        self.selections = isOfSamples ? lacking.samples : lacking.deletions
        let (after, last) = (anchor.position, isOfSamples ? anchor.sequence : anchor.deletions)
        guard after < last else { return }
        let kind: SegmentSummary.Kind = isOfSamples ? .samples : .deletions
        for (index, selection) in self.selections.enumerated() {
            let segments = context.snapshot[kind, selection.type]?.segments(with: after + 1...last) ?? []
            if !segments.isEmpty {
                streams.append(LogStream(segments, kind, index, after: after, upTo: last, lacking))
            }
        }
    }

    /// Changes that come next, all of one segment.
    struct Piece {
        let stream: Int
        let selection: Int
        let content: LogStream.Content
        let range: Range<Int>
    }

    /// Bytes of the changes that were read and not taken.
    var heldBytes: Int { streams.reduce(0) { $0 + $1.heldBytes } }

    /// Whether there may be more changes.
    var hasMore: Bool { streams.contains { $0.least != nil } }

    /// The stream whose next change comes first; nil when there are no more changes, or when the step has done its
    /// work.
    private mutating func first() throws(HearthError) -> Int? {
        while true {
            var first: Int?
            var least: ChangePosition?
            for index in streams.indices {
                // A stream that must be looked into precedes those that may have changes of the same commit.
                guard let position = streams[index].least, least.map({ position < $0 }) ?? true else { continue }
                (first, least) = (index, position)
            }
            guard let first else { return nil }
            guard !streams[first].isOpen else { return first }
            guard !context.reader.isExhausted else { return nil }
            guard try streams[first].open(selections[streams[first].selection], context) else { return nil }
        }
    }

    /// The position of the next change; nil as with `first`.
    mutating func nextPosition() throws(HearthError) -> ChangePosition? {
        try first().flatMap { streams[$0].least }
    }

    /// The next changes, at most `most`; nil as with `first`.
    mutating func next(atMost most: Int) throws(HearthError) -> Piece? {
        guard let first = try first(), let content = streams[first].opened else { return nil }
        let others = streams.indices.filter { $0 != first }.compactMap { streams[$0].least }.min()
        return Piece(
            stream: first,
            selection: streams[first].selection,
            content: content,
            range: streams[first].range(before: others, atMost: most)
        )
    }

    /// Continues after the changes of a piece that were taken.
    mutating func advance(_ piece: Piece, to end: Int) {
        streams[piece.stream].advance(to: end)
    }
}
