package import HearthModel

/// What the statistics of a request depend on, in a snapshot: those of two with one mark are the same.
package struct StatisticsMark: Equatable, Sendable {
    package let head: UInt64
    /// The order of the sources.
    package let ranks: [AppID]
    /// The last change of associations, if a predicate asks for them.
    private let associationChange: UInt64

    package init(of request: QueryStatistics, in snapshot: Snapshot) {
        head = snapshot.head
        ranks = request.clauses.first.map { snapshot.sourceRanks[$0.type] } ?? []
        associationChange = request.dependsOnMembership ? snapshot.associationChange : 0
    }

    /// The types whose statistics may differ in two snapshots although their samples do not: the order of sources
    /// differs, or what belongs to a workout.
    package static func changedTypes(from earlier: Snapshot, to later: Snapshot) -> [ObjectType] {
        var types = later.sourceRanks.changedTypes(since: earlier.sourceRanks)
        if later.associationChange != earlier.associationChange {
            types.append(.workout)
        }
        return types
    }
}
