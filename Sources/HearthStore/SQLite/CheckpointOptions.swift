/// The sizes of the write-ahead log (WAL) at which it is copied into the store's file.
package struct CheckpointOptions: Hashable, Sendable {
    /// Bytes of the WAL at which a checkpoint begins in the background.
    package var walBytes = 1 << 20
    /// Bytes of the WAL at which the next commit finishes what the background has begun, so that it restarts the WAL. At
    /// twice as many bytes the commit waits for the background, too.
    package var longWALBytes = 8 << 20
    /// Bytes of the WAL at which a checkpoint no longer waits for a backup, which then starts over. As many as the
    /// store's file has if these are more: a backup reads faster than the store writes.
    package var backupWALBytes = 256 << 20

    package init() {}

    package static let standard = CheckpointOptions()
}
