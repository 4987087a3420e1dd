package import HearthModel

/// The sizes that a server works with, in addition to the limits of the protocol.
package struct ServerOptions: Sendable {
    package var limits = Limits.standard
    package var memory = MemoryOptions()
    package var turns = TurnOptions()
    package var writing = WritingOptions()
    package var background = BackgroundOptions()
    package var environment = ServerEnvironment()
    package var appSockets = AppSocketFolder()
    /// Unfinished input is given up after this time without a byte ...
    package var unfinishedNanoseconds = Int64(Limits.unfinishedSeconds) * 1_000_000_000
    /// ... or after this time without a piece of 64 KiB, when others need its room.
    package var contestedNanoseconds = Int64(Limits.contestedMilliseconds) * 1_000_000
    /// Connections that a process may open.
    package var connectionsOfProcess = Int.max
    /// Whether a process has ended. Asked when few connections are left: what it has handed to others counts as that of one
    /// process.
    package var hasProcessEnded: @Sendable (Int32) -> Bool = { _ in false }
    /// What is shown to the owner of the process of an app that asks.
    package var observe: @Sendable (Int32) -> ObservedProcess = { _ in ObservedProcess() }
    /// Connections through the socket of one app.
    package var connectionsOfAppSocket = Int.max
    /// Connections of all clients. The owner's own tool may open `reservedConnections` more, so that it still works when
    /// others have opened all.
    package var connectionsMax = Int.max - ServerOptions.reservedConnections
    package static let reservedConnections = 8
    /// Time between bookmarks.
    package var bookmarkNanoseconds = Int64(Limits.bookmarkSeconds) * 1_000_000_000

    package init() {}
}
