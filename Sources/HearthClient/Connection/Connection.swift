package import HearthModel
internal import HearthSystem
package import HearthWire

/// A client's connection to a server. The first call opens it, and a lost connection is opened again as long as this
/// value exists.
///
/// An app does not notice a lost connection:
/// - A save that was not acknowledged is sent again. It is stored once: samples that the server had already count as
///   `unchanged` in `Committed`.
/// - A deletion of objects is sent again. If the objects are not found then, the first attempt has deleted them, and
///   `Committed` has no anchor, because its acknowledgement was lost.
/// - Every other call with one reply is sent again.
/// - A stream of changes continues after the last write that arrived whole. A write that was interrupted is delivered
///   again from its beginning, which is harmless to an app that applies samples by UUID, as chapter 7 of the protocol
///   asks.
/// - An observation starts again, with a notice without types.
/// - Live statistics start again, with a batch that has `reset`.
/// - A query starts again if nothing of it was taken yet. Otherwise its next batch throws `SocketError.interrupted`,
///   because the moment whose samples it reads is over.
///
/// The first caller that waits for a reply receives it on its own thread, for about a millisecond at most: most calls
/// take the server less time than it takes to wake a thread. While no call is open, no thread receives, and the next
/// call notices a lost server before it is sent.
///
/// A call that has lost its connection, or found no server, fails with the first loss or failed attempt that follows
/// `Reconnection.reconnectTimeout` later, unless it was answered meanwhile. Answers to other calls do not count, and what
/// a stream receives does. The next call tries to connect again. If no server was ever reached, calls fail at once. A
/// server that accepts a connection has `Reconnection.welcomeTimeout` for its Welcome, and any time for its answers.
package final class Connection: Sendable {
    let core: ConnectionCore

    package init(_ options: ConnectionOptions = .standard) {
        core = ConnectionCore(options)
    }

    /// The threads end by themselves.
    deinit {
        _ = core.end()
    }

    /// Ends all calls, and waits for the connection's threads to end.
    package func close() {
        for thread in core.end() {
            // Their work does not throw.
            try? thread.join()
        }
    }

    /// The app of the connection.
    package var app: App { core.options.app }

    /// The greeting of the current server, or of the last one; nil before the first connection.
    package var welcome: Welcome? { core.welcome }
}
