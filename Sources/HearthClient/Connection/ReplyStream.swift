internal import HearthWire

/// The replies of one streaming call. The first `next()` opens the call, and releasing this value ends it at the
/// server.
final class ReplyStream {
    private let connection: Connection
    private let request: Request
    private let onArrival: (@Sendable (Reply) -> Void)?
    private var state = State.new

    private enum State {
        case new
        case open(ClientCallID)
        case over
    }

    init(_ request: Request, on connection: Connection, onArrival: (@Sendable (Reply) -> Void)?) {
        self.connection = connection
        self.request = request
        self.onArrival = onArrival
    }

    deinit {
        if case .open(let id) = state {
            connection.core.abandon(id)
        }
    }

    /// The next reply; nil at the end, and after an error.
    nonisolated(nonsending) func next() async throws -> Reply? {
        guard let id = try openedCall() else { return nil }
        do {
            try Task.checkCancellation()
            let reply = try await connection.core.next(of: id)
            if reply == nil {
                state = .over
            }
            return reply
        } catch {
            state = .over
            connection.core.abandon(id)
            throw error
        }
    }

    private func openedCall() throws -> ClientCallID? {
        switch state {
        case .over: return nil
        case .open(let id): return id
        case .new:
            try Task.checkCancellation()
            let id = connection.core.begin(ClientCall(request, onArrival: onArrival))
            state = .open(id)
            return id
        }
    }
}
