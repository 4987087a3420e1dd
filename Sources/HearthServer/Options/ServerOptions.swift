package import HearthModel

/// The sizes that a server works with, beside the limits of the protocol.
package struct ServerOptions: Sendable {
    package var limits = Limits.standard
    /// What the server calls itself in its Welcome.
    package var version = "hearth 1.0.0"
    /// Bytes that are read from a connection at once.
    package var readBytes = 64 << 10
    /// A frame of more bytes is decoded by a reader thread, which also frees what it held.
    package var inlineFrameBytes = 64 << 10
    /// Bytes of frames that are decoded between two turns, over all connections. Then only input of a few bytes is still
    /// handled at once: the rest waits for the turns of its connections.
    package var inlineBytesPerTurn = 64 << 10
    /// Input of this many bytes is handled at once in any case.
    package var smallInputBytes = 512
    /// Frames of one connection that are handled before others have their turn.
    package var framesPerTurn = 16
    /// A connection with this much unsent output gets no further batches until its client has read ...
    package var congestedBytes = 256 << 10
    /// ... and with this much, the server reads nothing more from it.
    package var blockedBytes = 1 << 20
    /// Bytes of a frame that is not complete, before Hello.
    package var unknownClientBytes = 64 << 10
    /// Bytes of saves and of frames that are not complete, over all clients ...
    package var stagedBytesTotal = Limits.stagedBytesTotal
    /// ... of which this part is kept for small saves.
    package var stagedBytesReserve = Limits.stagedBytesReserve
    /// Unfinished input is given up after this time without a byte ...
    package var unfinishedNanoseconds = Int64(Limits.unfinishedSeconds) * 1_000_000_000
    /// ... or after this time without a piece of 64 KiB, when others need its room.
    package var contestedNanoseconds = Int64(Limits.contestedMilliseconds) * 1_000_000
    /// Connections that a process may open.
    package var connectionsOfProcess = Int.max
    /// Connections of all clients. The owner's own tool may open `reservedConnections` more, so that it still works when
    /// others have opened all.
    package var connectionsMax = Int.max - ServerOptions.reservedConnections
    package static let reservedConnections = 8
    /// Bytes that open calls hold: of a connection, of a client, and of all.
    package var heldBytes = Limits.heldBytes
    package var heldBytesOfProcess = Limits.heldBytesOfProcess
    package var heldBytesTotal = Limits.heldBytesTotal
    /// The part of these that is kept for small calls.
    package var heldBytesReserve = Limits.heldBytesReserve
    /// A call that holds no more than these is a small one.
    package var smallCallBytes = 64 << 10
    /// Writes that the writer has at most, and that may be committed together.
    package var writesPerGroup = 1_024
    /// Bytes of writes that are handed to the writer at once, so that the next client does not wait for all that are queued.
    package var bytesPerGroup = 1 << 20
    /// A write of more bytes is a large one: a small write never waits for more than one of them.
    package var smallWriteBytes = 64 << 10
    /// After this many groups a step of maintenance is done, however many writes wait.
    package var groupsPerMaintenance = 32
    /// A deletion returns from the writer to its search this often at most because of what others change, and is refused after
    /// that.
    package var searchReturns = 8
    /// A save of more bytes is prepared by reader threads before the writer gets it.
    package var preparedSaveBytes = 4 << 20
    /// The work of one step of reading, in rows.
    package var rowsPerTurn = 32_768
    /// The work of a small step, which the thread of the server runs itself; 0: no step is small. One that turns out to be
    /// more than twice as much is left to a reader thread.
    package var inlineRows = 8_192
    /// Output of at least this many bytes is sent after other connections have had their turn.
    package var largeOutputBytes = 16 << 10
    /// Bytes of large frames that are read per millisecond, over all connections: twice the rate of a bulk save ...
    package var largeFrameBytesPerMillisecond = 1 << 20
    /// ... and at once, after a quiet time.
    package var largeFrameBytesAtOnce = 4 << 20
    /// Time between bookmarks.
    package var bookmarkNanoseconds = Int64(Limits.bookmarkSeconds) * 1_000_000_000
    package var background = BackgroundOptions()
    /// The number of the process.
    package var process: Int32 = 0
    package var appSockets = AppSocketFolder()
    /// The store's file; "": it has none.
    package var storePath = ""
    /// The bytes of the store's file and of the log beside it.
    package var fileSizes: @Sendable () -> (file: Int, log: Int) = { (0, 0) }

    package init() {}
}
