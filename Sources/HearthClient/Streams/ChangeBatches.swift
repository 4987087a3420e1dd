package import HearthModel
internal import HearthWire

/// What has changed since an anchor, batch by batch; with `follow` without an end, else until it has caught up.
///
/// Each iteration is a call of its own, which is opened when the first batch is asked for. The server sends no more
/// than the credit for what was taken: a caller that stops asking is sent nothing more. The call ends at the server
/// when the task is cancelled, of which `next()` throws `CancellationError`, and when the iterator is gone.
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
