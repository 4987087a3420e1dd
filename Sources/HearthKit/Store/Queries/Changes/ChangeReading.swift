internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Follows changes from an anchor, one element at a time. If the store cannot continue from the anchor, it starts over
/// from the beginning, and marks the next element.
final class ChangeReading {
    private let connection: Connection
    private let selections: [QuerySelection]
    private let limit: Int
    private let follow: Bool
    /// The app's cursor from which the changes are read; nil: none.
    let cursor: Cursor?
    private var source: ChangeBatches.Iterator
    private var gathering: ChangeGathering
    private var isOver = false

    /// A named cursor of the app, and who acknowledges what is read from it.
    struct Cursor: Sendable {
        let name: String
        fileprivate let notices: ObserverNotices
        /// Nil if the changes are not followed.
        fileprivate let reader: ObserverNotices.Reader?

        init(_ name: String, _ notices: ObserverNotices, isFollowed: Bool) {
            self.name = name
            self.notices = notices
            reader = isFollowed ? notices.makeReader() : nil
        }

        nonisolated(nonsending) func acknowledge(_ acknowledgement: Acknowledge) async throws {
            try await notices.acknowledge(acknowledgement, by: reader)
        }
    }

    init(
        _ selections: [QuerySelection],
        anchor: EncodedAnchor,
        limit: Int,
        follow: Bool,
        cursor: Cursor? = nil,
        on connection: Connection
    ) throws(HearthError) {
        guard limit >= 0 else {
            throw HearthError(.invalidArgument, "A limit is positive, or HKObjectQueryNoLimit.", field: "limit")
        }
        // The app cannot acknowledge changes that it never sees.
        guard cursor == nil || !selections.needsFilter else { throw .blockPredicate }
        try selections.checkSeparable()
        self.connection = connection
        self.selections = selections
        self.limit = limit
        self.follow = follow
        self.cursor = cursor
        source = ChangeReading.open(selections, anchor, limit, follow, cursor, connection)
        gathering = ChangeGathering(selections, anchor: anchor, startedOver: false)
    }

    deinit {
        if let cursor, let reader = cursor.reader {
            cursor.notices.forget(reader)
        }
    }

    private static func open(
        _ selections: [QuerySelection],
        _ anchor: EncodedAnchor,
        _ limit: Int,
        _ follow: Bool,
        _ cursor: Cursor?,
        _ connection: Connection
    ) -> ChangeBatches.Iterator {
        let request = QueryChanges(
            clauses: selections.clauses,
            anchor: anchor,
            limit: UInt64(limit),
            follow: follow,
            includeSeries: selections.needContents,
            cursor: cursor?.name ?? ""
        )
        if let cursor, let reader = cursor.reader {
            return cursor.notices.changes(request, by: reader).makeAsyncIterator()
        }
        return connection.changes(request).makeAsyncIterator()
    }

    private func withStatistics(_ update: ChangeGathering.Update) -> ChangeGathering.Update {
        if selections.includeWorkouts {
            update.added.setStatisticsLookup(connection)
        }
        return update
    }

    /// The next element; nil at the end.
    nonisolated(nonsending) func next() async throws -> ChangeGathering.Update? {
        while !isOver {
            do {
                guard let batch = try await source.next() else {
                    // The server also counts the samples that the client filters. An empty element means that no more
                    // changes follow, so it must not result from the filter.
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
                    return gathering.finish().map(withStatistics)
                }
                if let update = gathering.take(batch) {
                    return withStatistics(update)
                }
            } catch let error as HearthError where error.isOfLostAnchor {
                if let cursor {
                    _ = try await connection.acknowledge(Acknowledge(anchor: [], cursor: cursor.name))
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
    /// Whether the store cannot continue from an anchor that was valid: it has forgotten the changes after it, or
    /// another store issued it.
    fileprivate var isOfLostAnchor: Bool {
        code == .anchorExpired || code == .anchorInFuture || code == .anchorOfOtherStore
    }
}
