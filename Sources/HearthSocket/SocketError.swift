internal import HearthSystem

/// Why there is no connection: what happened and what to do, in one sentence each.
package struct SocketError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// The path cannot be that of a socket.
        case badPath
        /// No server listens.
        case noServer
        /// The other side, or the system, ended the connection or did not allow it.
        case failed
        /// The connection was lost in the middle of something that cannot be gone on with: to be done again.
        case interrupted
    }

    package let reason: Reason
    package let description: String

    package init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }

    /// A call of the system failed; its `errno` says why.
    package static func failed(_ what: String, _ code: Int32 = errno) -> SocketError {
        SocketError(.failed, "\(what): \(String(cString: strerror(code))).")
    }
}
