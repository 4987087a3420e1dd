internal import HearthModel

/// Many identifiers among which a few are sought.
struct SoughtIDs: Sendable {
    private let ids: [ObjectID]
    /// Nil if they ascend.
    private let order: HashOrder?
    /// Nil if there are none.
    let bounds: ClosedRange<ObjectID>?

    init(_ ids: [ObjectID]) {
        self.ids = ids
        order = ids.isStrictlyAscending ? nil : HashOrder(ids.lazy.map(\.fingerprint))
        bounds = ids.isEmpty ? nil : ids.bounds
    }

    func contains(_ id: ObjectID) -> Bool {
        guard let order else {
            let position = ids.indices.partition { ObjectID.isLess(ids[$0], id) }
            return position < ids.count && ids[position] == id
        }
        let hash = id.fingerprint
        var position = order.position(of: hash)
        while position < order.sorted.count, order.hash(at: position) == hash {
            if ids[order.index(at: position)] == id { return true }
            position += 1
        }
        return false
    }
}
