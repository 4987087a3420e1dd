import HearthModel
import HearthWire

/// The frames of a save: one, or as many as keep each so short that other calls come between them.
struct SaveFrames: Sendable {
    /// A frame of about this many bytes costs no more than its samples, and delays what comes behind it by little.
    static let usualBytes = 512 << 10

    /// About the bytes of the whole save.
    let bytes: Int
    private let columns: [SampleColumns]
    private var isCut: Bool
    /// About the bytes of a frame.
    private var frameBytes: Int
    /// Where the next frame begins.
    private var next = Place()
    /// Where the last one began, and the samples in it.
    private var last = Place()
    private var lastRows = 0
    private(set) var isAtEnd = false

    private struct Place: Hashable, Sendable {
        var column = 0
        var row = 0
    }

    /// Throws when columns that have to be cut do not have the shape of columns. What else is wrong with them, the
    /// server says.
    init(_ columns: [SampleColumns], frameBytes: Int = SaveFrames.usualBytes) throws(HearthError) {
        self.columns = columns
        self.frameBytes = frameBytes
        bytes = columns.reduce(0) { $0 + $1.wireBytes }
        isCut = bytes > frameBytes || columns.count > Limits.columnsPerFrame
        try checkShape()
    }

    /// Makes frames no longer than a server allows. Throws like `init`.
    mutating func shorten(to limit: Int) throws(HearthError) {
        // The sizes are estimates.
        let most = limit / 8 * 7
        guard most < frameBytes else { return }
        frameBytes = most
        isCut = isCut || bytes > most
        try checkShape()
    }

    private func checkShape() throws(HearthError) {
        guard isCut else { return }
        for (index, samples) in columns.enumerated() {
            try locating("save.columns[\(index)]", samples.validate())
        }
    }

    /// Whether the frame that was made last is the first one.
    var lastWasFirst: Bool { last == Place() }

    /// Begins again, with the whole save.
    mutating func restart() {
        next = Place()
        isAtEnd = false
    }

    mutating func nextFrame() -> Save {
        last = next
        guard isCut else {
            isAtEnd = true
            return Save(columns: columns)
        }
        var taken: [SampleColumns] = []
        var left = frameBytes
        lastRows = 0
        while next.column < columns.count, taken.count < Limits.columnsPerFrame {
            let samples = columns[next.column]
            let fitting = left / samples.bytesPerRow
            guard fitting > 0 || taken.isEmpty else { break }
            let end = min(next.row + max(fitting, 1), samples.count)
            taken.append(samples.slice(next.row..<end))
            left -= (end - next.row) * samples.bytesPerRow
            lastRows += end - next.row
            next = end == samples.count ? Place(column: next.column + 1) : Place(column: next.column, row: end)
        }
        isAtEnd = next.column == columns.count
        return Save(columns: taken, more: !isAtEnd)
    }

    /// The last frame was longer than is allowed, as the samples differ much in size: the next one begins at the same
    /// place and is shorter. False when there is nothing to shorten.
    mutating func shortenLast() -> Bool {
        guard isCut, lastRows > 1 else { return false }
        next = last
        isAtEnd = false
        frameBytes /= 4
        return true
    }
}
