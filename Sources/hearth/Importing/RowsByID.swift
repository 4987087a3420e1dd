import HearthModel
import HearthSystem

/// The rows of columns, found by their UUIDs. Fast when they are asked for in order.
struct RowsByID {
    private let ids: [ObjectID]
    /// The rows in the order of their UUIDs; nil if that is their own order.
    private let order: [Int]?
    private var next = 0

    init(_ ids: [ObjectID]) {
        self.ids = ids
        let isAscending = zip(ids, ids.dropFirst()).allSatisfy { $0 <= $1 }
        order = isAscending ? nil : ids.indices.sorted { ids[$0] < ids[$1] }
    }

    private func row(_ position: Int) -> Int { order?[position] ?? position }

    /// Calls a function with each row that has a UUID.
    mutating func each(of id: ObjectID, _ body: (Int) -> Void) {
        if next == ids.count || ids[row(next)] != id {
            next = ids.indices.partition { ids[row($0)] < id }
        }
        while next < ids.count, ids[row(next)] == id {
            body(row(next))
            next += 1
        }
    }
}
