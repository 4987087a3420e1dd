internal import HearthModel

/// An association that somebody may read. Like a segment's, its block is kept as long as a snapshot has it.
final class Association: Sendable {
    let summary: AssociationSummary
    private let retirement: Retirement

    init(_ summary: AssociationSummary, _ retirement: Retirement) {
        self.summary = summary
        self.retirement = retirement
    }

    deinit {
        retirement.released(summary.id)
    }

    var id: Int64 { summary.id }
    var workout: ObjectID { summary.workout }
}

/// Associations, in the order in which they were made, which is that of their numbers.
typealias AssociationList = ChunkedList<Association, AssociationChunkSummary>

struct AssociationChunkSummary: ChunkSummary {
    private(set) var workouts: ClosedRange<ObjectID>
    private(set) var members: Int

    init(_ elements: [Association]) {
        workouts = elements.map(\.workout).bounds
        members = elements.reduce(0) { $0 + $1.summary.count }
    }

    func joined(with others: AssociationChunkSummary) -> AssociationChunkSummary {
        var joined = self
        joined.workouts = [workouts, others.workouts].flatMap { [$0.lowerBound, $0.upperBound] }.bounds
        joined.members += others.members
        return joined
    }
}

extension AssociationList {
    var memberCount: Int { chunks.reduce(0) { $0 + $1.summary.members } }

    func contains(_ association: Association) -> Bool {
        let position = partition { $0.id < association.id }
        return position < end && self[position].id == association.id
    }

    /// What was associated with a workout.
    func associations(with workout: ObjectID) -> [Association] {
        chunks.filter { $0.summary.workouts.contains(workout) }
            .flatMap { $0.elements.filter { $0.workout == workout } }
    }

    mutating func remove(_ association: Association) {
        let position = partition { $0.id < association.id }
        replace(position..<after(position), with: [])
    }
}
