internal import HearthModel

/// Identifiers of samples, and their range. A class: readers that look up the same samples share one set.
package final class MemberSet: Sendable {
    let ids: Set<ObjectID>
    /// Nil if there are no identifiers.
    let bounds: ClosedRange<ObjectID>?

    init(_ ids: Set<ObjectID>, within bounds: ClosedRange<ObjectID>?) {
        self.ids = ids
        self.bounds = bounds
    }

    convenience init(_ ids: [ObjectID]) {
        self.init(Set(ids), within: ids.isEmpty ? nil : ids.bounds)
    }

    /// The memory that the set takes: a table that is at most three quarters full.
    package var heldBytes: Int { 64 + ids.tableBytes }
}

extension Set<ObjectID> {
    fileprivate var tableBytes: Int { capacity / 3 * (4 * MemoryLayout<ObjectID>.stride + 1) }
}

/// A set of members while it is read, block by block.
struct MemberSetBuilder: Sendable {
    private var ids: Set<ObjectID> = []
    private var bounds: ClosedRange<ObjectID>?

    init() {}

    /// Begins with the members of another set.
    init(_ other: MemberSet) {
        ids = other.ids
        bounds = other.bounds
    }

    /// The memory that it takes.
    var heldBytes: Int { ids.tableBytes }

    mutating func reserve(_ count: Int) {
        ids.reserveCapacity(count)
    }

    mutating func insert(_ members: [ObjectID]) {
        guard !members.isEmpty else { return }
        ids.formUnion(members)
        let added = members.bounds
        bounds =
            bounds.map { known in
                let least = ObjectID.isLess(added.lowerBound, known.lowerBound) ? added.lowerBound : known.lowerBound
                let greatest = ObjectID.isLess(known.upperBound, added.upperBound) ? added.upperBound : known.upperBound
                return ClosedRange(uncheckedBounds: (least, greatest))
            } ?? added
    }

    func finished() -> MemberSet { MemberSet(ids, within: bounds) }
}
