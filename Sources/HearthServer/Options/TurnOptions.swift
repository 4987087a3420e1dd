/// How much is done before others have their turn.
package struct TurnOptions: Sendable {
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
}
