internal import HearthModel

/// The rows that a search for what is to be deleted found in some segments.
package struct FoundRows: Sendable {
    private var bySegment: [Int64: RowMask] = [:]
    /// The only commit at which they are what is meant; nil: segments do not change, and neither does what was found.
    private let head: UInt64?

    package init() {
        head = nil
    }

    init(head: UInt64?) {
        self.head = head
    }

    /// Whether they are what is meant in the state after a commit.
    func holds(at head: UInt64) -> Bool { self.head.map { $0 == head } ?? true }

    /// The rows of a segment that was searched; nil: it was not.
    subscript(segment: Segment) -> RowList? { bySegment[segment.id]?.chosen }

    func has(_ segment: Segment) -> Bool { bySegment[segment.id] != nil }

    mutating func note(_ rows: RowMask, in segment: Segment) {
        bySegment[segment.id] = rows
    }
}
