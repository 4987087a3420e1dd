package import HearthModel

/// What the statistics of a request depend on, in a snapshot: those of two with one mark are the same.
package struct StatisticsMark: Equatable, Sendable {
    package let head: UInt64
    /// The order of the sources.
    package let ranks: [AppID]
    /// The last association, and how many there are, if a predicate asks for them.
    private let lastAssociation: Int64
    private let associations: Int

    package init(of request: QueryStatistics, in snapshot: Snapshot) {
        head = snapshot.head
        ranks = request.clauses.first.map { snapshot.sourceRanks[$0.type] } ?? []
        let list = request.dependsOnMembership ? snapshot.associations : AssociationList()
        lastAssociation = StatisticsMark.last(of: list)
        associations = list.count
    }

    /// The types whose statistics may differ in two snapshots although their samples do not: the order of sources
    /// differs, or what belongs to a workout.
    package static func changedTypes(from earlier: Snapshot, to later: Snapshot) -> [ObjectType] {
        var types = later.sourceRanks.changedTypes(since: earlier.sourceRanks)
        if later.associations.count != earlier.associations.count
            || last(of: later.associations) != last(of: earlier.associations)
        {
            types.append(.workout)
        }
        return types
    }

    private static func last(of associations: AssociationList) -> Int64 {
        associations.chunks.last?.elements.last?.id ?? 0
    }
}
