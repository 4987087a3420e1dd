/// How writes come to the writer.
package struct WritingOptions: Sendable {
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
    /// While clients make small writes, readers also prepare a save of more than this, so that small writes wait only for
    /// its commit. That is 20,480 samples of heart rate.
    package var preparedSaveBytesAmongSmall = 640 << 10
    /// The number of samples that a commit compares with stored ones, if it turns out that these are stored. Readers compare
    /// those of a larger save.
    package var comparedSamples = 4_096
    /// The number of stored samples that a commit looks up to associate them with a workout. Readers look up more than that.
    package var associatedSamples = 64
}
