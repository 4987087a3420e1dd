import HearthModel

/// The memory that clients may take.
package struct MemoryOptions: Sendable {
    /// A connection with this much unsent output gets no further batches until its client has read ...
    package var congestedBytes = 256 << 10
    /// ... and with this much, the server reads nothing more from it.
    package var blockedBytes = 1 << 20
    /// Bytes of a frame that is not complete, before Hello.
    package var unknownClientBytes = 64 << 10
    /// Bytes of saves and of frames that are not complete, over all clients ...
    package var stagedBytesTotal = Limits.stagedBytesTotal
    /// ... and the part of these that is kept for small saves.
    package var stagedBytesReserve = Limits.stagedBytesReserve
    /// Bytes that open calls hold: of a connection, of a client, and of all.
    package var heldBytes = Limits.heldBytes
    package var heldBytesOfProcess = Limits.heldBytesOfProcess
    package var heldBytesTotal = Limits.heldBytesTotal
    /// The part of these that is kept for small calls.
    package var heldBytesReserve = Limits.heldBytesReserve
    /// A call that holds no more than these is a small one.
    package var smallCallBytes = 64 << 10
}
