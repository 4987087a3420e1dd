internal import HearthModel

/// Neighbouring small segments that are looked at for a merge.
struct MergeWindow {
    private let options: StoreOptions
    private var segments: [Segment] = []
    private var count = 0
    private var encodedSize = 0
    /// How many at the end are tiny.
    private var smallBlocks = 0

    private init(_ options: StoreOptions) {
        self.options = options
    }

    /// Neighbouring small segments of a list that should become one; nil when there are not enough.
    ///
    /// Tiny ones are merged when there are as many as a merge is wide, small ones when together they fill a segment.
    /// So a sample is moved a few times in its life, and a list has few segments that are not at least half full.
    static func segments(toMergeIn list: SegmentList, _ options: StoreOptions) -> [Segment]? {
        let half = max(2, options.segmentSamples / 2)
        let tiny = max(2, options.segmentSamples / options.mergeWidth)
        var window = MergeWindow(options)
        for chunk in list.chunks {
            guard chunk.summary.fewestSamples < half else {
                window.restart()
                continue
            }
            for segment in chunk.elements {
                guard segment.count < half, segment.summary.encodedSize < options.segmentBytes / 2 else {
                    window.restart()
                    continue
                }
                if let full = window.add(segment, isTiny: segment.count < tiny) {
                    return full
                }
            }
        }
        return nil
    }

    private mutating func restart() {
        segments = []
        count = 0
        encodedSize = 0
        smallBlocks = 0
    }

    /// Adds a segment; returns what should be merged now.
    private mutating func add(_ segment: Segment, isTiny: Bool) -> [Segment]? {
        if let last = segments.last, last.summary.shape != segment.summary.shape {
            restart()
        }
        let isFull =
            count + segment.count > options.segmentSamples
            || encodedSize + segment.summary.encodedSize > options.segmentBytes
        guard !isFull || segments.count < 2 else { return segments }
        if isFull {
            restart()
        }
        segments.append(segment)
        count += segment.count
        encodedSize += segment.summary.encodedSize
        smallBlocks = isTiny ? smallBlocks + 1 : 0
        return smallBlocks >= options.mergeWidth ? Array(segments.suffix(smallBlocks)) : nil
    }
}
