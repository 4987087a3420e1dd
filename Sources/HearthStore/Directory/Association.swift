internal import HearthModel

/// An association in a snapshot. Like a segment's, its block is kept as long as a snapshot refers to it.
final class Association: Sendable {
    let summary: AssociationSummary
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

    init(_ summary: AssociationSummary, _ retirement: Retirement) {
        self.summary = summary
        block = Block(summary, retirement)
    }

    private init(_ summary: AssociationSummary, _ block: Block) {
        self.summary = summary
        self.block = block
    }

    /// The same samples, of another workout.
    func moved(to workout: ObjectID) -> Association {
        var summary = summary
        summary.workout = workout
        return Association(summary, block)
    }

    var id: Int64 { summary.id }
    var workout: ObjectID { summary.workout }
}

/// Associations, in the order in which they were made, which is that of their numbers.
typealias AssociationList = ChunkedList<Association, AssociationChunkSummary>

struct AssociationChunkSummary: ChunkSummary {
    let workouts: ClosedRange<ObjectID>

    init(_ elements: [Association]) {
        workouts = elements.map(\.workout).bounds
    }

    private init(_ workouts: ClosedRange<ObjectID>) {
        self.workouts = workouts
    }

    func joined(with others: AssociationChunkSummary) -> AssociationChunkSummary {
        let bounds = [workouts, others.workouts].flatMap { [$0.lowerBound, $0.upperBound] }
        return AssociationChunkSummary(bounds.bounds)
    }
}

extension AssociationList {
    func contains(_ association: Association) -> Bool { current(association) != nil }

    /// The association as it is here: another workout may have it. Nil if it is not here.
    func current(_ association: Association) -> Association? { associations(numbered: [association.id]).first }

    /// Those with these numbers, as far as they are here.
    func associations(numbered ids: [Int64]) -> [Association] {
        ids.compactMap { id in
            let position = partition { $0.id < id }
            return position < end && self[position].id == id ? self[position] : nil
        }
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
