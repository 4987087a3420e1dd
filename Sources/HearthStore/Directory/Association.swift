internal import HearthModel

/// An association in a snapshot. Like a segment's, its block is kept as long as a snapshot refers to it.
final class Association: Sendable {
    let summary: AssociationSummary
    /// The number of the change of associations that made it what it is.
    let change: UInt64
    /// The number of the change that made it part of the state. Its samples are the same ever since.
    let added: UInt64
    private let block: Block

    /// The block, which several associations refer to when it has moved from one workout to another.
    private final class Block: Sendable {
        private let id: Int64
        private let bytes: Int
        private let retirement: Retirement

        init(_ summary: AssociationSummary, _ retirement: Retirement) {
            id = summary.id
            bytes = summary.count * MemoryLayout<ObjectID>.size
            self.retirement = retirement
        }

        deinit {
            retirement.released(id, bytes: bytes)
        }
    }

    init(_ summary: AssociationSummary, _ retirement: Retirement, change: UInt64) {
        self.summary = summary
        self.change = change
        added = change
        block = Block(summary, retirement)
    }

    private init(_ summary: AssociationSummary, _ block: Block, change: UInt64, added: UInt64) {
        self.summary = summary
        self.change = change
        self.added = added
        self.block = block
    }

    /// The same samples, of another workout.
    func moved(to workout: ObjectID, change: UInt64) -> Association {
        given(to: workout, change: change, added: added)
    }

    /// The same after a change that makes it part of the state, as one of a workout.
    func adopted(by workout: ObjectID, change: UInt64) -> Association {
        given(to: workout, change: change, added: change)
    }

    private func given(to workout: ObjectID, change: UInt64, added: UInt64) -> Association {
        var summary = summary
        summary.workout = workout
        return Association(summary, block, change: change, added: added)
    }

    var id: Int64 { summary.id }
    var workout: ObjectID { summary.workout }
}

/// Associations in the order of their numbers. Some were written before the write that made them part of the state: they
/// come before others that were there earlier.
typealias AssociationList = ChunkedList<Association, AssociationChunkSummary>

struct AssociationChunkSummary: ChunkSummary {
    let workouts: ClosedRange<ObjectID>
    let lastChange: UInt64

    init(_ elements: [Association]) {
        workouts = elements.map(\.workout).bounds
        lastChange = elements.reduce(0) { max($0, $1.change) }
    }

    private init(_ workouts: ClosedRange<ObjectID>, lastChange: UInt64) {
        self.workouts = workouts
        self.lastChange = lastChange
    }

    func joined(with others: AssociationChunkSummary) -> AssociationChunkSummary {
        let bounds = [workouts, others.workouts].flatMap { [$0.lowerBound, $0.upperBound] }
        return AssociationChunkSummary(bounds.bounds, lastChange: max(lastChange, others.lastChange))
    }
}

extension AssociationList {
    func contains(_ association: Association) -> Bool { current(association) != nil }

    /// The association as it is here: another workout may have it. Nil if it is not here.
    func current(_ association: Association) -> Association? { current(numbered: association.id) }

    /// The one with a number. Nil if it is not here.
    func current(numbered id: Int64) -> Association? {
        let position = partition { $0.id < id }
        return position < end && self[position].id == id ? self[position] : nil
    }

    /// Those with these numbers, as far as they are here.
    func associations(numbered ids: [Int64]) -> [Association] {
        ids.compactMap(current(numbered:))
    }

    /// What was associated with a workout. `charge` takes the work of the pass over all
    /// associations, in rows that are read.
    func associations(with workout: ObjectID, charge: (Int) -> Void) -> [Association] {
        charge(count / 8)
        return chunks.filter { $0.summary.workouts.contains(workout) }
            .flatMap { $0.elements.filter { $0.workout == workout } }
    }

    /// What was associated with some workouts, found in one pass: UUIDs do not lead to a workout's associations.
    func associations(withAny workouts: Set<ObjectID>, charge: (Int) -> Void) -> [Association] {
        charge(count + workouts.count)
        guard let range = AssociationList.range(of: workouts) else { return [] }
        return chunks.filter { $0.summary.workouts.overlaps(range) }
            .flatMap { $0.elements.filter { range.contains($0.workout) && workouts.contains($0.workout) } }
    }

    private static func range(of workouts: Set<ObjectID>) -> ClosedRange<ObjectID>? {
        guard let least = workouts.min(), let greatest = workouts.max() else { return nil }
        return least...greatest
    }

    /// Those that a change after this one has made what they are.
    func associations(after change: UInt64) -> [Association] {
        chunks.filter { $0.summary.lastChange > change }.flatMap { $0.elements.filter { $0.change > change } }
    }

    /// Adds associations in the order of their numbers, which may lie before those of others.
    mutating func insert(_ added: [Association]) {
        var rest = added[...]
        while let first = rest.first {
            let position = partition { $0.id < first.id }
            // As many as lie before the next one that is here.
            let next = position < end ? self[position].id : .max
            let run = rest.prefix { $0.id < next }
            rest = rest.dropFirst(run.count)
            if position < end {
                replace(position..<position, with: Array(run))
            } else {
                append(Array(run))
            }
        }
    }

    /// Removes associations, which are here.
    mutating func remove(_ associations: [Association]) {
        guard associations.count > 1 else {
            for association in associations {
                let position = partition { $0.id < association.id }
                replace(position..<after(position), with: [])
            }
            return
        }
        let removed = Set(associations.map(\.id))
        let workouts = associations.map(\.workout).bounds
        removeAll(where: { removed.contains($0.id) }, inChunksWhere: { $0.workouts.overlaps(workouts) })
    }

    /// Replaces the association that has the same number.
    mutating func update(_ association: Association) {
        let position = partition { $0.id < association.id }
        replace(position..<after(position), with: [association])
    }
}
