internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Follows changes from an anchor, one element at a time. One that cannot be honoured any more is dropped: the reading
/// starts over from the beginning and says so with its next element.
final class ChangeReading {
    private let connection: Connection
    private let selections: [Selection]
    private let limit: Int
    private let follow: Bool
    private let cursor: String
    private var source: ChangeBatches.Iterator
    private var gathering: ChangeGathering
    private var isOver = false

    init(
        _ selections: [Selection],
        anchor: [UInt8],
        limit: Int,
        follow: Bool,
        cursor: String = "",
        on connection: Connection
    ) throws(HearthError) {
        guard limit >= 0 else {
            throw HearthError(.invalidArgument, "A limit is positive, or HKObjectQueryNoLimit.", field: "limit")
        }
        // What the app never sees it could not acknowledge.
        guard cursor.isEmpty || !selections.needsFilter else { throw .blockPredicate }
        try selections.checkSeparable()
        self.connection = connection
        self.selections = selections
        self.limit = limit
        self.follow = follow
        self.cursor = cursor
        source = ChangeReading.open(selections, anchor, limit, follow, cursor, connection)
        gathering = ChangeGathering(selections, anchor: anchor, startedOver: false)
    }

    private static func open(
        _ selections: [Selection],
        _ anchor: [UInt8],
        _ limit: Int,
        _ follow: Bool,
        _ cursor: String,
        _ connection: Connection
    ) -> ChangeBatches.Iterator {
        let request = QueryChanges(
            clauses: selections.clauses,
            anchor: anchor,
            limit: UInt64(limit),
            follow: follow,
            cursor: cursor
        )
        return connection.changes(request).makeAsyncIterator()
    }

    /// The next element; nil at the end.
    nonisolated(nonsending) func next() async throws -> ChangeGathering.Update? {
        while !isOver {
            do {
                guard let batch = try await source.next() else {
                    // The server counts what the client passes over. An element that is empty says that there is no
                    // more, so that it may not be for that.
                    if let missing = gathering.missing(of: limit) {
                        source = ChangeReading.open(
                            selections,
                            missing.anchor,
                            missing.count,
                            follow,
                            cursor,
                            connection
                        )
                        continue
                    }
                    isOver = true
                    return gathering.finish()
                }
                if let update = gathering.take(batch) {
                    return update
                }
            } catch let error as HearthError where error.isOfLostAnchor {
                if !cursor.isEmpty {
                    _ = try await connection.acknowledge(Acknowledge(anchor: [], cursor: cursor))
                }
                source = ChangeReading.open(selections, [], limit, follow, cursor, connection)
                gathering = ChangeGathering(selections, anchor: [], startedOver: true)
            } catch {
                isOver = true
                throw error
            }
        }
        return nil
    }
}

extension HearthError {
    /// Whether the store cannot go on from an anchor that was a good one: it has forgotten what comes after it, or is
    /// not the store that gave it.
    fileprivate var isOfLostAnchor: Bool {
        code == .anchorExpired || code == .anchorInFuture || code == .anchorOfOtherStore
    }
}
