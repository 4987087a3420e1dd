package import HearthWire

/// A notice at once, then one after each change that matches. Changes that meet before the next notice is asked for may
/// become one.
///
/// Each iteration is a call of its own, which is opened when the first notice is asked for. The server sends no more
/// than the credit for what was taken: a caller that stops asking is sent nothing more. The call ends at the server
/// when the task is cancelled, of which `next()` throws `CancellationError`, and when the iterator is gone.
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
    /// Says that something has changed.
    package func observe(_ request: Observe) -> Notices {
        Notices(request: request, connection: self)
    }
}
