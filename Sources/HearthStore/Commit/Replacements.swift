internal import HearthModel

/// What replaces samples in a write, one after the other: a save may have a million versions of one sample. Correlations
/// and workouts that have these samples follow them.
struct Replacements {
    private let replacements: [(old: ObjectID, successor: ObjectID)]
    /// The last replacement of each sample.
    private var next: [ObjectID: Int] = [:]
    /// For each replacement the sample that replaces its sample in the end.
    private let ends: [ObjectID]
    /// The replacements that were followed so far, as a measure of the work.
    private(set) var steps = 0

    /// In the order in which they were decided: what replaces a successor comes later.
    init(_ replacements: [(old: ObjectID, successor: ObjectID)]) {
        self.replacements = replacements
        var ends = replacements.map(\.successor)
        next.reserveCapacity(replacements.count)
        for index in replacements.indices.reversed() {
            let (old, successor) = replacements[index]
            if let later = next[successor] {
                ends[index] = ends[later]
            }
            if next[old] == nil {
                next[old] = index
            }
        }
        self.ends = ends
    }

    func replaces(_ id: ObjectID) -> Bool { next[id] != nil }

    /// Whether one of some samples is replaced.
    func replacesAny(of ids: Set<ObjectID>) -> Bool {
        ids.count < next.count ? ids.contains(where: replaces) : next.keys.contains(where: ids.contains)
    }

    /// The sample that replaces a sample in the end. Nil if nothing replaces it.
    func last(from id: ObjectID) -> ObjectID? { next[id].map { ends[$0] } }

    /// Adds the replacements of a sample, and of what replaced it, up to one that is there: those after it are there, too.
    mutating func insert(from id: ObjectID, into found: inout Set<Int>) {
        var current = id
        while let index = next[current] {
            steps += 1
            guard found.insert(index).inserted else { return }
            current = replacements[index].successor
        }
    }
}
