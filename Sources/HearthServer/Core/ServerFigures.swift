/// What the server has done since it began.
package struct ServerFigures: Hashable, Sendable {
    package var refusedConnections = 0
    package var receivedBytes = 0
    package var sentBytes = 0
    package var calls = 0
    /// Groups of writes that went to the disk together.
    package var groups = 0
    package var writes = 0
    package var refusedWrites = 0
    package var addedSamples = 0
    package var deletedSamples = 0
    /// Batches that were read and packed for feeds, and how often they were sent.
    package var feedBatches = 0
    package var feedDeliveries = 0
}
