internal import HearthModel

/// Merges the samples of many segments into one order, and reads each segment only when its turn comes.
///
/// A heap holds chunks of the directory, segments, and runs: segments that have been read. Each has a number that none of
/// its samples is below. What is on top is taken apart until it is a run, whose first rows then are the next ones.
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
    /// The segment on top, as far as its rows were judged.
    private var underWay: (segment: Segment, search: RowSearch)?

    init(
        _ selections: [TypeSelection],
        _ order: SortOrder,
        in context: ReadingContext,
        atMost most: Int
    ) {
        self.selections = selections
        self.order = order
        self.context = context
        // Within one type and by time, the place in the list of segments tells which sample is older.
        parts = selections.count == 1 && order.isByStart ? context.parts : context.parts.union(.log)
        self.most = most
        for (index, selection) in selections.enumerated() {
            if let segments = selection.namedSegments(context.locator) {
                for segment in segments {
                    heap.append(entry(segment, index))
                }
            } else {
                for chunk in context.snapshot.samples[selection.type]?.chunks ?? [] {
                    heap.append(
                        Entry(
                            least: order.leastNumber(chunk.summary),
                            item: .chunk(chunk.elements[...], selection: index)
                        )
                    )
                }
            }
        }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) {
            siftDown(index)
        }
    }

    private func entry(_ segment: Segment, _ selection: Int) -> Entry {
        Entry(least: order.leastNumber(segment.summary), item: .segment(segment, selection: selection))
    }

    /// Whether there may be more rows.
    var hasMore: Bool { !heap.isEmpty }

    /// The next rows, all of one segment. Nil: there are no more, or it is the turn of others to read.
    mutating func next() throws(HearthError) -> (selection: Int, rows: WeighedRows, range: Range<Int>)? {
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
                removeTop()
                if let run = try SampleRun(
                    segment,
                    selection,
                    search.rows,
                    matching: search.found,
                    order,
                    atMost: most,
                    context
                ) {
                    insert(Entry(least: run.least, item: .run(run)))
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
            if try selections[selection].certainty(for: segment.summary, context.reader) != .never {
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
