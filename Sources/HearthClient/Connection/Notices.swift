package import HearthWire

/// A notice at once, then one after each matching change. Changes that occur before the next `next()` may share one.
///
/// Each iteration is a call of its own, opened by the first `next()`. Credit bounds what the server sends ahead, so it
/// sends nothing more to a caller that stops iterating. The call ends at the server when the iterator is released, or
/// when the task is cancelled; `next()` then throws `CancellationError`.
package struct Notices: AsyncSequence, Sendable {
    fileprivate let request: Observe
    fileprivate let connection: Connection

    package func makeAsyncIterator() -> Iterator {
        Iterator(stream: ReplyStream(.observe(request), on: connection))
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: ReplyStream

        nonisolated(nonsending) package mutating func next() async throws -> Notice? {
            guard case .notice(let notice)? = try await stream.next() else { return nil }
            return notice
        }
    }
}

extension Connection {
    /// Notifies of changes, without their contents.
    package func observe(_ request: Observe) -> Notices {
        Notices(request: request, connection: self)
    }
}
