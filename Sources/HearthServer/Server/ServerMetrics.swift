import HearthModel
import HearthStore

/// What calls, writes and feeds did since the server started.
struct ServerMetrics {
    var calls = 0
    /// Groups of writes that went to the disk together.
    var groups = 0
    private(set) var writes = 0
    private(set) var refusedWrites = 0
    private(set) var addedSamples = 0
    private(set) var deletedSamples = 0
    /// Batches that were read and packed for feeds.
    private(set) var feedBatches = 0
    /// How often such a batch was sent.
    private(set) var feedDeliveries = 0

    mutating func noteWrite(_ result: Result<Receipt, HearthError>) {
        writes += 1
        switch result {
        case .success(let receipt):
            addedSamples += receipt.added
            deletedSamples += receipt.deleted
        case .failure: refusedWrites += 1
        }
    }

    mutating func noteBatch(deliveries: Int) {
        feedBatches += 1
        feedDeliveries += deliveries
    }
}
