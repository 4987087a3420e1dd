import HearthModel
import HearthWire

/// Splits a save into frames, each short enough that other calls can be sent in between.
struct SaveFrames: Sendable {
    /// A frame of about this size has little overhead, and delays the frames after it only briefly.
    static let usualBytes = 512 << 10

    /// The estimated bytes of the whole save.
    let bytes: Int
    /// The minor version of the protocol that the samples need.
    let firstMinor: UInt32
    private let columns: [SampleColumns]
    private var isSplit: Bool
    /// The estimated bytes of a frame.
    private var frameBytes: Int
    /// Where the next frame begins.
    private var next = Position()
    /// Where the last frame began, and how many samples it has.
    private var last = Position()
    private var lastRows = 0
    private(set) var isAtEnd = false

    private struct Position: Hashable, Sendable {
        var column = 0
        var row = 0
    }

    /// Throws if columns that must be split do not have matching lengths. The server checks everything else.
    init(_ columns: [SampleColumns], frameBytes: Int = SaveFrames.usualBytes) throws(HearthError) {
        self.columns = columns
        self.frameBytes = frameBytes
        bytes = columns.reduce(0) { $0 + $1.wireBytes }
        firstMinor = columns.firstMinor
        isSplit = bytes > frameBytes || columns.count > Limits.columnsPerFrame
        try checkShape()
    }

    /// Limits the frames to the size that a server allows. Throws like `init`.
    mutating func shorten(to limit: Int) throws(HearthError) {
        // The sizes are estimates.
        let most = limit / 8 * 7
        guard most < frameBytes else { return }
        frameBytes = most
        isSplit = isSplit || bytes > most
        try checkShape()
    }

    private func checkShape() throws(HearthError) {
        guard isSplit else { return }
        for (index, samples) in columns.enumerated() {
            try locating("save.columns[\(index)]", samples.validate())
        }
    }

    /// Whether the last frame is the first one of the save.
    var lastWasFirst: Bool { last == Position() }

    /// Starts again at the beginning of the save.
    mutating func restart() {
        next = Position()
        isAtEnd = false
    }

    mutating func nextFrame() -> Save {
        last = next
        guard isSplit else {
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
            next = end == samples.count ? Position(column: next.column + 1) : Position(column: next.column, row: end)
        }
        isAtEnd = next.column == columns.count
        return Save(columns: taken, more: !isAtEnd)
    }

    /// Starts again at the beginning of the last frame, with shorter frames: samples that differ much in size have made
    /// it longer than allowed. Returns false if it cannot be shortened.
    mutating func shortenLast() -> Bool {
        guard isSplit, lastRows > 1 else { return false }
        next = last
        isAtEnd = false
        frameBytes /= 4
        return true
    }
}
