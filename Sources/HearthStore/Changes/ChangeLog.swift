internal import HearthModel

/// The changes of several types after an anchor, merged in commit order.
struct ChangeLog {
    let selections: [TypeSelection]
    private let context: ReadingContext
    private var streams: [LogStream] = []

    init(_ selections: [TypeSelection], _ anchor: Anchor, in context: ReadingContext) {
        self.selections = selections
        self.context = context
        // Of one commit the deletions come first, as whoever applies them does: a UUID may be in both.
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

    /// Changes that come next, all of one segment.
    struct Piece {
        let stream: Int
        let selection: Int
        let content: LogStream.Content
        let range: Range<Int>
    }

    /// Whether there may be more changes.
    var hasMore: Bool { streams.contains { $0.least != nil } }

    /// The stream whose next change comes first; nil when there are no more changes, or when it is somebody else's turn
    /// to read.
    private mutating func first() throws(HearthError) -> Int? {
        while true {
            var first: Int?
            for index in streams.indices {
                guard let least = streams[index].least else { continue }
                // Of streams with one number, those that must be looked into come first.
                let isBefore =
                    first.map { other in
                        let othersLeast = streams[other].least ?? .max
                        return least < othersLeast
                            || (least == othersLeast && streams[other].isOpen && !streams[index].isOpen)
                    } ?? true
                if isBefore {
                    first = index
                }
            }
            guard let first else { return nil }
            guard !streams[first].isOpen else { return first }
            guard !context.reader.isExhausted else { return nil }
            try streams[first].open(selections[streams[first].selection], context)
        }
    }

    /// The commit of the next change; nil as with `first`.
    mutating func nextCommit() throws(HearthError) -> UInt64? {
        try first().flatMap { streams[$0].least }
    }

    /// The next changes, at most so many; with `oneCommit` only those of the next commit.
    mutating func next(atMost most: Int, oneCommit: Bool) throws(HearthError) -> Piece? {
        guard let first = try first(), let content = streams[first].opened, let commit = streams[first].least else {
            return nil
        }
        var ceiling = oneCommit ? commit : .max
        for index in streams.indices where index != first {
            if let least = streams[index].least {
                ceiling = min(ceiling, max(least, 1) - 1)
            }
        }
        return Piece(
            stream: first,
            selection: streams[first].selection,
            content: content,
            range: streams[first].range(upTo: ceiling, atMost: most)
        )
    }

    /// Goes on after changes of a piece that were taken.
    mutating func advance(_ piece: Piece, to end: Int) {
        streams[piece.stream].advance(to: end)
    }

    /// How many changes the next commit has, counted up to a bound. Leaves the log where it is.
    func countOfNextCommit(atMost most: Int) throws(HearthError) -> Int {
        // Who sets a limit waits for the count.
        let allowance = context.reader.allowance
        context.reader.allowance = .max
        defer { context.reader.allowance = allowance }
        var ahead = self
        guard let commit = try ahead.nextCommit() else { return 0 }
        var count = 0
        while count < most, try ahead.nextCommit() == commit,
            let piece = try ahead.next(atMost: most - count, oneCommit: true)
        {
            count += piece.range.count
            ahead.advance(piece, to: piece.range.upperBound)
        }
        return count
    }
}
