internal import HearthModel
internal import HearthSystem
package import HearthWire

/// A client's connection to a server. It is opened with the first call, found again when it is lost, and ended with
/// this value.
///
/// What happens to calls when the connection is lost, which the app does not notice:
/// - A save that was not acknowledged is sent again. It is kept once, and what the server had already counts as
///   `unchanged` in `Committed`.
/// - A deletion of objects is sent again. That they are not found then means that it was done, and `Committed`, whose
///   acknowledgement was lost, comes without an anchor.
/// - All else with one reply is asked again.
/// - Changes go on after the last write that arrived whole. One that was cut in two comes again from its beginning: to
///   apply it by the samples' UUIDs, as chapter 7 of the protocol asks, does no harm.
/// - An observation starts again, with a notice without types.
/// - A query of which nothing was taken yet is asked again. Of any other the next batch throws
///   `SocketError.interrupted`: the samples that it reads are those of one moment, which is over.
///
/// The first caller that waits for a reply receives it on its own thread, for about a millisecond at most: most calls
/// take the server less time than it takes to wake a thread for each of them. While no call is open, no thread
/// receives, and the next call notices a lost server before it is sent.
///
/// When no server is found for longer than `Reconnection.patience`, all calls fail; the next one looks for it again.
/// Where there never was one, calls fail at once.
package final class Connection: Sendable {
    let core: ConnectionCore

    package init(_ options: ConnectionOptions = .standard) {
        core = ConnectionCore(options)
    }

    /// Threads see to their end by themselves.
    deinit {
        _ = core.end()
    }

    /// Ends all calls, and waits until the connection's threads have ended.
    package func close() {
        for thread in core.end() {
            // What runs on them does not throw.
            try? thread.join()
        }
    }

    /// What the server said at the beginning, this one or the last one that there was; nil before the first.
    package var welcome: Welcome? { core.welcome }
}
