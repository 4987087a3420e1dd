internal import HearthModel

/// Merges the samples of many segments into one order, and reads each segment only when its turn comes.
///
/// A heap holds chunks of the directory, segments, and runs: segments that have been read. Each has a number that none of
/// its samples is below. What is on top is taken apart until it is a run, whose first rows then are the next ones. Where
/// runs cover the same time, thousands of their rows are sorted together.
///
/// In an order that segments are not in, all of them have to be read for the first row. When their rows are too many to
/// be held, those that come last are dropped, and read again in a later pass over the segments: each pass yields the rows
/// of a window of the order.
struct SampleMerge {
    private enum Item {
        case chunk(ArraySlice<Segment>, selection: Int)
        case segment(Segment, selection: Int)
        case run(SampleRun)
    }

    private struct Entry: HeapElement {
        var least: UInt64
        let item: Item

        func precedes(_ other: Entry) -> Bool {
            guard least == other.least else { return least < other.least }
            // Of items with one number, those that may hide something come first.
            return switch (item, other.item) {
            case (_, .chunk): false
            case (.chunk, _): true
            case (.segment(let segment, _), .segment(let other, _)):
                segment.summary.firstSequence < other.summary.firstSequence
            case (.segment(let segment, _), .run(let run)): !run.precedesAll(of: segment)
            case (.run(let run), .segment(let segment, _)): run.precedesAll(of: segment)
            case (.run(let run), .run(let other)): run.precedes(other)
            }
        }

        /// What none of its samples comes before.
        var bound: SampleBound {
            if case .segment(let segment, _) = item {
                SampleBound(number: least, sequence: segment.summary.firstSequence)
            } else {
                SampleBound(number: least, sequence: 0)
            }
        }
    }

    let selections: [TypeSelection]
    private let order: SortOrder
    var context: ReadingContext
    /// What is read of each segment.
    private let parts: SegmentParts
    /// No more rows than these of one segment are ever needed.
    private let most: Int
    private var heap = LeastHeap<Entry>()
    /// How many runs are in the heap.
    private var runCount = 0
    /// What the current pass reads.
    private var window = SortWindow()
    /// What the rows of the runs in the heap take in messages.
    private(set) var heldBytes = 0
    /// The memory of these runs.
    private var runBytes = 0
    private let bytesMax: Int
    /// The memory of the runs whose last rows were taken last and that are not in the heap any more.
    private(set) var takenBytes = 0
    /// Rows of a run that are handed out alone, however many others there are.
    private static let leadMin = 256
    /// About how many rows of all runs are sorted together.
    private static let turnsMax = 4_096
    /// The least of them that each run may have.
    private static let turnsOfRun = 16
    /// The segment on top, as far as its rows were judged.
    private var underWay: (segment: Segment, search: RowSearch)?
    /// The searches for the segments of selections that name their samples, before the first pass.
    private var searches: [(selection: Int, search: CandidateSearch)] = []
    /// The segments that they have found, by selection.
    private var named: [Int: [Segment]] = [:]
    private var hasBegun = false

    /// `segments`: of one selection those that are to be read; nil: all.
    init(
        _ selections: [TypeSelection],
        _ order: SortOrder,
        in context: ReadingContext,
        atMost most: Int,
        _ bytesMax: Int,
        among segments: [Segment]? = nil
    ) {
        self.selections = selections
        self.order = order
        self.context = context
        // Within one type and by time, the position in the list of segments shows which sample is older.
        parts = selections.count == 1 && order.isByStart ? context.parts : context.parts.union(.log)
        self.most = most
        self.bytesMax = bytesMax
        if let segments {
            named[0] = segments
            return
        }
        for (index, selection) in selections.enumerated() {
            if let search = selection.namedSegments {
                searches.append((index, search))
            }
        }
    }

    /// Finds the segments that are named, and begins the first pass. False: it is the turn of others to read.
    private mutating func begin() -> Bool {
        while let (selection, unfinished) = searches.popLast() {
            var search = unfinished
            guard let segments = search.proceed(context.locator) else {
                searches.append((selection, search))
                return false
            }
            named[selection] = segments
        }
        hasBegun = true
        beginPass()
        return true
    }

    /// Begins to read the window.
    private mutating func beginPass() {
        var entries: [Entry] = []
        for (index, selection) in selections.enumerated() {
            if let segments = named[index] {
                for segment in segments where window.canHave(order.numbers(of: segment.summary)) {
                    entries.append(entry(segment, index))
                }
            } else {
                for chunk in context.snapshot.samples[selection.type]?.chunks ?? [] {
                    context.reader.charge(1)
                    let numbers = order.numbers(of: chunk.summary)
                    guard window.canHave(numbers),
                        selection.bounds.canHave(starts: chunk.summary.starts, ends: chunk.summary.ends)
                    else { continue }
                    entries.append(
                        Entry(least: numbers.lowerBound, item: .chunk(chunk.elements[...], selection: index))
                    )
                }
            }
        }
        heap = LeastHeap(entries)
    }

    private func entry(_ segment: Segment, _ selection: Int) -> Entry {
        Entry(least: order.numbers(of: segment.summary).lowerBound, item: .segment(segment, selection: selection))
    }

    /// Whether there may be more rows.
    var hasMore: Bool { !hasBegun || !heap.isEmpty || window.end != nil }

    /// The memory that it holds between two steps: runs, the segment whose rows are being judged, and the tables of
    /// segments that wait for their turn.
    var memory: Int {
        runBytes + (underWay?.segment.summary.encodedSize ?? 0)
            + heap.elements.capacity * MemoryLayout<Entry>.stride
            + named.values.reduce(0) { $0 + $1.count * MemoryLayout<Segment>.stride }
    }

    /// The next rows. Nil if there are no more, or it is the turn of others to read.
    mutating func next() throws(HearthError) -> MergedRows? {
        takenBytes = 0
        guard hasBegun || begin() else { return nil }
        while true {
            if let rows = try nextOfPass() { return rows }
            guard heap.isEmpty, !context.reader.isExhausted, window.advance() else { return nil }
            beginPass()
        }
    }

    private mutating func nextOfPass() throws(HearthError) -> MergedRows? {
        while let top = heap.first {
            switch top.item {
            case .chunk(let segments, let selection):
                heap.removeFirst()
                let rest = try insertSegments(of: segments, selection)
                guard rest.isEmpty else {
                    heap.insert(Entry(least: top.least, item: .chunk(rest, selection: selection)))
                    return nil
                }
            case .segment(let segment, let selection):
                guard let search = try judge(segment, selection) else { return nil }
                let run = try SampleRun(
                    segment,
                    selection,
                    search.rows,
                    matching: search.found,
                    order,
                    in: window,
                    atMost: most,
                    context
                )
                heap.removeFirst()
                if let run {
                    count(run)
                    heap.insert(Entry(least: run.least, item: .run(run)))
                    if heldBytes > bytesMax {
                        narrowWindow()
                    }
                }
            case .run(let run):
                let second = heap.second
                var other: SampleRun?
                var bound: SampleBound?
                switch second?.item {
                case .run(let run)?: other = run
                case .chunk?, .segment?: bound = second?.bound
                case nil: break
                }
                let lead = run.lead(over: other, below: bound)
                if other != nil, lead < min(run.count, SampleMerge.leadMin), let rows = takeTurns() { return rows }
                heap.removeFirst()
                return MergedRows(take(max(1, lead), of: run))
            }
        }
        // Frees the table.
        heap = LeastHeap()
        return nil
    }

    /// Counts a run that comes into the heap.
    private mutating func count(_ run: SampleRun) {
        heldBytes += run.content.bytes
        runBytes += run.bytes
        runCount += 1
    }

    /// Takes the next rows of a run, which is not in the heap, and inserts it if it has more.
    private mutating func take(_ count: Int, of run: SampleRun) -> MergedRows.Part {
        let part = MergedRows.Part(selection: run.selection, rows: run.content, range: run.take(count))
        if run.count > 0 {
            heap.insert(Entry(least: run.least, item: .run(run)))
        } else {
            takenBytes += run.bytes
            heldBytes -= run.content.bytes
            runBytes -= run.bytes
            runCount -= 1
        }
        return part
    }

    /// Takes the next rows of all runs that come before anything that was not read, or about as many as are put in order
    /// together. Nil if too many have one number.
    private mutating func takeTurns() -> MergedRows? {
        let most = max(SampleMerge.turnsMax / runCount, SampleMerge.turnsOfRun)
        var runs: [SampleRun] = []
        var bound = UInt64.max
        while let top = heap.first, top.least < bound {
            guard case .run(let run) = top.item else {
                bound = top.least
                break
            }
            heap.removeFirst()
            runs.append(run)
            if run.count > most {
                bound = min(bound, run.firstNumber(run.next + most))
            }
        }
        runs.sort { $0.firstSequence < $1.firstSequence }
        let ranges = runs.map { $0.rows(below: bound) }
        guard ranges.contains(where: { !$0.isEmpty }) else {
            for run in runs {
                heap.insert(Entry(least: run.least, item: .run(run)))
            }
            return nil
        }
        let turns = TurnMerge.turns(runs, ranges)
        let parts = zip(runs, ranges).map { run, range in take(range.count, of: run) }
        return parts.count == 1 ? MergedRows(parts[0]) : MergedRows(parts, turns: turns)
    }

    /// Takes a chunk apart as far as the reader is allowed to look; returns the segments that are left.
    private mutating func insertSegments(
        of chunk: ArraySlice<Segment>,
        _ selection: Int
    ) throws(HearthError) -> ArraySlice<Segment> {
        var rest = chunk
        while !context.reader.isExhausted, let segment = rest.popFirst() {
            if window.canHave(order.numbers(of: segment.summary)),
                try selections[selection].certainty(for: segment.summary, context.reader) != .never
            {
                heap.insert(entry(segment, selection))
            }
        }
        return rest
    }

    /// Finds the rows of the segment on top that match. Nil if it is the turn of others to read.
    private mutating func judge(
        _ segment: Segment,
        _ index: Int
    ) throws(HearthError) -> (rows: SegmentRows, found: RowList)? {
        guard !context.reader.isExhausted else { return nil }
        var search: RowSearch
        if let (known, begun) = underWay, known === segment {
            search = begun
        } else {
            search = try begin(segment, selections[index])
        }
        underWay = nil
        guard let found = try search.proceed(context.reader) else {
            underWay = (segment, search)
            return nil
        }
        return (search.rows, found.chosen)
    }

    private func begin(_ segment: Segment, _ selection: TypeSelection) throws(HearthError) -> RowSearch {
        let isCertain = try selection.certainty(for: segment.summary, context.reader) == .always
        let all = try context.reader.rows(
            of: segment,
            isCertain ? parts : parts.subtracting(.withoutIdentifiers).union(selection.parts),
            within: isCertain ? nil : selection.bounds
        )
        return RowSearch(all, isCertain ? [] : selection.predicates, in: context.snapshot)
    }
}

// MARK: - Window

extension SampleMerge {
    /// Ends the window so that about half of the rows that are held are in it, and drops the others.
    private mutating func narrowWindow() {
        var middles: [(position: SortPosition, rows: Int)] = []
        for case .run(let run) in heap.elements.map(\.item) {
            middles.append((run.middle, run.count))
        }
        middles.sort { $0.position < $1.position }
        var before = 0
        let half = middles.reduce(0) { $0 + $1.rows } / 2
        // One run is not divided, so that the window has at least its rows.
        guard middles.count > 1, let least = middles.first?.position,
            let end = middles.first(where: {
                before += $0.rows; return before > half && least < $0.position
            })?.position
        else { return }
        window.end = end
        dropRows(from: end)
    }

    private mutating func dropRows(from end: SortPosition) {
        var kept: [Entry] = []
        (heldBytes, runBytes, runCount) = (0, 0, 0)
        for entry in heap.elements {
            guard case .run(let run) = entry.item else {
                if entry.least <= end.numbers[0] {
                    kept.append(entry)
                }
                continue
            }
            context.reader.charge(run.count)
            run.truncate(at: end)
            if run.count > 0 {
                count(run)
                kept.append(entry)
            }
        }
        heap = LeastHeap(kept)
    }
}
