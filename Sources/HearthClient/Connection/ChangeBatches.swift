package import HearthModel
internal import HearthWire

/// The changes since an anchor, batch by batch: endless with `follow`, otherwise until it has caught up.
///
/// Each iteration is a call of its own, opened by the first `next()`. Credit bounds what the server sends ahead, so it
/// sends nothing more to a caller that stops iterating. The call ends at the server when the iterator is released, or
/// when the task is cancelled; `next()` then throws `CancellationError`.
package struct ChangeBatches: AsyncSequence, Sendable {
    fileprivate let request: QueryChanges
    fileprivate let connection: Connection

    package func makeAsyncIterator() -> Iterator {
        Iterator(stream: ReplyStream(.queryChanges(request), on: connection))
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: ReplyStream

        nonisolated(nonsending) package mutating func next() async throws -> ChangeBatch? {
            guard case .changes(let batch)? = try await stream.next() else { return nil }
            return batch
        }
    }
}

extension Connection {
    /// Reads changes.
    package func changes(_ request: QueryChanges) -> ChangeBatches {
        ChangeBatches(request: request, connection: self)
    }
}
