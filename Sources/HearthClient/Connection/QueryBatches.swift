package import HearthModel
internal import HearthWire

/// The samples that match a query, batch by batch, as they were when the call was opened.
///
/// Each iteration is a call of its own, opened by the first `next()`. Credit bounds what the server sends ahead, so it
/// sends nothing more to a caller that stops iterating. The call ends at the server when the iterator is released, or
/// when the task is cancelled; `next()` then throws `CancellationError`.
package struct QueryBatches: AsyncSequence, Sendable {
    fileprivate let request: QuerySamples
    fileprivate let connection: Connection

    package func makeAsyncIterator() -> Iterator {
        Iterator(stream: ReplyStream(.querySamples(request), on: connection))
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: ReplyStream

        nonisolated(nonsending) package mutating func next() async throws -> SampleBatch? {
            guard case .samples(let batch)? = try await stream.next() else { return nil }
            return batch
        }
    }
}

extension Connection {
    /// Reads samples.
    package func query(_ request: QuerySamples) -> QueryBatches {
        QueryBatches(request: request, connection: self)
    }
}
