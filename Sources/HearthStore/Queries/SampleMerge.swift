internal import HearthModel

/// Merges the samples of many segments into one order, and reads each segment only when its turn comes.
///
/// A heap holds chunks of the directory, segments, and runs: segments that have been read. Each has a number that none of
/// its samples is below. What is on top is taken apart until it is a run, whose first rows then are the next ones.
///
/// In an order that segments are not in, all of them have to be read for the first row. When their rows are too many to
/// be held, those that come last are dropped, and read again in a later pass over the segments: each pass yields the rows
/// of a window of the order.
struct SampleMerge {
    private enum Item {
        case chunk(ArraySlice<Segment>, selection: Int)
        case segment(Segment, selection: Int)
        case run(SampleRun)

        /// Of items with one number, those that may hide something come first.
        var rank: Int {
            switch self {
            case .chunk: 0
            case .segment: 1
            case .run: 2
            }
        }
    }

    private struct Entry {
        var least: UInt64
        let item: Item

        func precedes(_ other: Entry) -> Bool {
            guard least == other.least else { return least < other.least }
            if case .run(let run) = item, case .run(let otherRun) = other.item {
                return run.precedes(otherRun)
            }
            return item.rank < other.item.rank
        }
    }

    let selections: [TypeSelection]
    private let order: SortOrder
    var context: ReadingContext
    /// What is read of each segment.
    private let parts: SegmentParts
    /// No more rows than these of one segment are ever needed.
    private let most: Int
    private var heap: [Entry] = []
    /// What the current pass reads.
    private var window = SortWindow()
    /// Bytes of the runs in the heap.
    private(set) var heldBytes = 0
    private let bytesMax: Int
    /// Bytes of the run whose last rows were taken last; 0: the run is still in the heap.
    private(set) var takenBytes = 0
    /// The segment on top, as far as its rows were judged.
    private var underWay: (segment: Segment, search: RowSearch)?
    /// The searches for the segments of selections that name their samples, before the first pass.
    private var searches: [(selection: Int, search: CandidateSearch)] = []
    /// The segments that they have found, by selection.
    private var named: [Int: [Segment]] = [:]
    private var hasBegun = false

    init(
        _ selections: [TypeSelection],
        _ order: SortOrder,
        in context: ReadingContext,
        atMost most: Int,
        _ bytesMax: Int
    ) {
        self.selections = selections
        self.order = order
        self.context = context
        // Within one type and by time, the place in the list of segments tells which sample is older.
        parts = selections.count == 1 && order.isByStart ? context.parts : context.parts.union(.log)
        self.most = most
        self.bytesMax = bytesMax
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
        for (index, selection) in selections.enumerated() {
            if let segments = named[index] {
                for segment in segments where window.canHave(order.numbers(of: segment.summary)) {
                    heap.append(entry(segment, index))
                }
            } else {
                for chunk in context.snapshot.samples[selection.type]?.chunks ?? [] {
                    context.reader.charge(1)
                    let numbers = order.numbers(of: chunk.summary)
                    guard window.canHave(numbers) else { continue }
                    heap.append(
                        Entry(least: numbers.lowerBound, item: .chunk(chunk.elements[...], selection: index))
                    )
                }
            }
        }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) {
            siftDown(index)
        }
    }

    private func entry(_ segment: Segment, _ selection: Int) -> Entry {
        Entry(least: order.numbers(of: segment.summary).lowerBound, item: .segment(segment, selection: selection))
    }

    /// Whether there may be more rows.
    var hasMore: Bool { !hasBegun || !heap.isEmpty || window.end != nil }

    /// Bytes of the segment whose rows are being judged.
    var underWayBytes: Int { underWay?.segment.summary.encodedSize ?? 0 }

    /// The next rows, all of one segment. Nil: there are no more, or it is the turn of others to read.
    mutating func next() throws(HearthError) -> (selection: Int, rows: SizedRows, range: Range<Int>)? {
        takenBytes = 0
        guard hasBegun || begin() else { return nil }
        while true {
            if let rows = try nextOfPass() { return rows }
            guard heap.isEmpty, !context.reader.isExhausted, window.advance() else { return nil }
            beginPass()
        }
    }

    private mutating func nextOfPass() throws(HearthError) -> (selection: Int, rows: SizedRows, range: Range<Int>)? {
        while let top = heap.first {
            switch top.item {
            case .chunk(let segments, let selection):
                removeTop()
                let rest = try insertSegments(of: segments, selection)
                guard rest.isEmpty else {
                    insert(Entry(least: top.least, item: .chunk(rest, selection: selection)))
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
                removeTop()
                if let run {
                    heldBytes += run.content.bytes
                    insert(Entry(least: run.least, item: .run(run)))
                    if heldBytes > bytesMax {
                        narrowWindow()
                    }
                }
            case .run(let run):
                let second = secondEntry
                var other: SampleRun?
                var bound: UInt64?
                switch second?.item {
                case .run(let run)?: other = run
                case .chunk?, .segment?: bound = second?.least
                case nil: break
                }
                let count = max(1, run.lead(over: other, below: bound))
                let range = run.take(count)
                if run.count > 0 {
                    heap[0].least = run.least
                    siftDown(0)
                } else {
                    takenBytes = run.content.bytes
                    heldBytes -= takenBytes
                    removeTop()
                }
                return (run.selection, run.content, range)
            }
        }
        return nil
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
                insert(entry(segment, selection))
            }
        }
        return rest
    }

    /// Finds the rows of the segment on top that match. Nil: it is the turn of others to read.
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
        let rows = try context.reader.rows(of: segment, isCertain ? parts : parts.union(selection.parts))
        return RowSearch(rows, isCertain ? [] : selection.predicates)
    }
}

// MARK: - Window

extension SampleMerge {
    /// Ends the window so that about half of the rows that are held are in it, and drops the others.
    private mutating func narrowWindow() {
        var middles: [(place: SortPlace, rows: Int)] = []
        for case .run(let run) in heap.map(\.item) {
            middles.append((run.middle, run.count))
        }
        middles.sort { $0.place < $1.place }
        var before = 0
        let half = middles.reduce(0) { $0 + $1.rows } / 2
        // One run is not divided, so that the window has at least its rows.
        guard middles.count > 1, let least = middles.first?.place,
            let end = middles.first(where: {
                before += $0.rows; return before > half && least < $0.place
            })?.place
        else { return }
        window.end = end
        dropRows(from: end)
    }

    private mutating func dropRows(from end: SortPlace) {
        var kept: [Entry] = []
        heldBytes = 0
        for entry in heap {
            guard case .run(let run) = entry.item else {
                if entry.least <= end.numbers[0] {
                    kept.append(entry)
                }
                continue
            }
            context.reader.charge(run.count)
            run.truncate(at: end)
            if run.count > 0 {
                heldBytes += run.content.bytes
                kept.append(entry)
            }
        }
        heap = kept
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) {
            siftDown(index)
        }
    }
}

// MARK: - Heap

extension SampleMerge {
    /// What comes after the top.
    private var secondEntry: Entry? {
        guard heap.count > 2 else { return heap.count == 2 ? heap[1] : nil }
        return heap[2].precedes(heap[1]) ? heap[2] : heap[1]
    }

    private mutating func insert(_ entry: Entry) {
        heap.append(entry)
        var index = heap.count - 1
        while index > 0 {
            let parent = (index - 1) / 2
            guard heap[index].precedes(heap[parent]) else { return }
            heap.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func removeTop() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        siftDown(0)
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var least = index
            let first = 2 * index + 1
            for child in first..<max(first, min(first + 2, heap.count)) where heap[child].precedes(heap[least]) {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
