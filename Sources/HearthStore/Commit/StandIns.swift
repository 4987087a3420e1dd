internal import HearthModel

/// What is stored instead of samples of a write. Each may be replaced in turn, and a save may have a million
/// versions of one sample: what is looked up is remembered, so that none of them is gone through again.
struct StandIns {
    private var next: [ObjectID: ObjectID] = [:]
    /// The samples that were gone through so far: the work, in rows that are read.
    private(set) var steps = 0

    var isEmpty: Bool { next.isEmpty }

    subscript(id: ObjectID) -> ObjectID? {
        get { next[id] }
        set { next[id] = newValue }
    }

    /// What is stored instead of a sample in the end; the sample itself if that is.
    mutating func last(for id: ObjectID) -> ObjectID {
        guard var last = next[id] else { return id }
        var passed = [id]
        while let following = next[last] {
            passed.append(last)
            last = following
        }
        steps += passed.count
        for id in passed.dropLast() {
            next[id] = last
        }
        return last
    }
}
