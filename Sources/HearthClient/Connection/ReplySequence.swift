package import HearthModel
package import HearthWire

/// The elements that the server sends in reply to a call.
///
/// Each iteration is a call of its own, opened by the first `next()`. Credit bounds what the server sends ahead, so it
/// sends nothing more to a caller that stops iterating. The call ends at the server when the iterator is released, or
/// when the task is cancelled; `next()` then throws `CancellationError`.
package struct ReplySequence<Element: Sendable>: AsyncSequence, Sendable {
    private let request: Request
    private let connection: Connection
    private let onArrival: (@Sendable (Reply) -> Void)?
    private let element: @Sendable (Reply) -> Element?

    /// `element`: takes an element out of a reply; nil ends the sequence.
    fileprivate init(
        _ request: Request,
        on connection: Connection,
        onArrival: (@Sendable (Element) -> Void)? = nil,
        element: @escaping @Sendable (Reply) -> Element?
    ) {
        self.request = request
        self.connection = connection
        if let onArrival {
            self.onArrival = { reply in
                if let arrived = element(reply) {
                    onArrival(arrived)
                }
            }
        } else {
            self.onArrival = nil
        }
        self.element = element
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(stream: ReplyStream(request, on: connection, onArrival: onArrival), element: element)
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: ReplyStream
        fileprivate let element: @Sendable (Reply) -> Element?

        nonisolated(nonsending) package mutating func next() async throws -> Element? {
            try await stream.next().flatMap(element)
        }
    }
}

/// The samples that match a query, batch by batch, as they were when the call was opened.
package typealias QueryBatches = ReplySequence<SampleBatch>

/// The changes since an anchor, batch by batch: endless with `follow`, otherwise until it has caught up.
package typealias ChangeBatches = ReplySequence<ChangeBatch>

/// A notice at once, then one after each matching change. Changes that occur before the next `next()` may share one.
package typealias Notices = ReplySequence<Notice>

/// Statistics, batch by batch: endless with `follow`. A batch with `reset` begins them again, so also after a lost
/// connection.
package typealias StatisticsBatches = ReplySequence<StatisticsBatch>

extension Connection {
    /// Reads samples.
    package func query(_ request: QuerySamples) -> QueryBatches {
        QueryBatches(.querySamples(request), on: self) { reply in
            if case .samples(let batch) = reply { batch } else { nil }
        }
    }

    /// Reads changes.
    ///
    /// `onArrival` gets each batch when it arrives, before it is taken: those of all calls of the connection in the order
    /// of their frames. It must not use the connection.
    package func changes(
        _ request: QueryChanges,
        onArrival: (@Sendable (ChangeBatch) -> Void)? = nil
    ) -> ChangeBatches {
        ChangeBatches(.queryChanges(request), on: self, onArrival: onArrival) { reply in
            if case .changes(let batch) = reply { batch } else { nil }
        }
    }

    /// Notifies of changes, without their contents. `onArrival`: as for changes.
    package func observe(_ request: Observe, onArrival: (@Sendable (Notice) -> Void)? = nil) -> Notices {
        Notices(.observe(request), on: self, onArrival: onArrival) { reply in
            if case .notice(let notice) = reply { notice } else { nil }
        }
    }

    /// Computes statistics.
    package func statistics(_ request: QueryStatistics) -> StatisticsBatches {
        StatisticsBatches(.queryStatistics(request), on: self) { reply in
            if case .statistics(let batch) = reply { batch } else { nil }
        }
    }
}
