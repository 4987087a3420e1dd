internal import HearthSystem

/// A failed or lost connection: what happened and what to do, in one sentence each.
package struct SocketError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// The path cannot be a socket's.
        case badPath
        /// No server listens.
        case noServer
        /// A server listens, and has no room for a further connection.
        case busy
        /// The other side, or the system, ended the connection or did not allow it.
        case failed
        /// The connection was lost during an operation that cannot be continued and has to be repeated.
        case interrupted
    }

    package let reason: Reason
    package let description: String

    package init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }

    /// A system call failed, with the reason in `errno`.
    package static func failed(_ what: String, _ code: Int32 = errno) -> SocketError {
        SocketError(.failed, "\(what): \(String(cString: strerror(code))).")
    }
}
