internal import HearthModel

/// Segments that may have some of sought identifiers, each once, with the indexes of those.
struct CandidateSegments {
    private(set) var all: [(segment: Segment, ids: [Int])] = []
    private var positions: [Int64: Int] = [:]

    mutating func add(_ index: Int, in segment: Segment) {
        if let position = positions[segment.id] {
            all[position].ids.append(index)
        } else {
            append(segment, [index])
        }
    }

    mutating func add(_ indexes: [Int], in segment: Segment) {
        if let position = positions[segment.id] {
            all[position].ids += indexes
        } else {
            append(segment, indexes)
        }
    }

    private mutating func append(_ segment: Segment, _ indexes: [Int]) {
        positions[segment.id] = all.count
        all.append((segment, indexes))
    }

    /// Takes one, when all are added.
    mutating func popLast() -> (segment: Segment, ids: [Int])? { all.popLast() }
}
