package import HearthStore

extension StoreOptions {
    /// So small that a few samples go through everything that a store does with many.
    package static var forFaults: StoreOptions {
        var options = StoreOptions()
        options.segmentSamples = 32
        options.segmentBytes = 4 << 10
        options.mergeWidth = 4
        options.batchSamples = 64
        options.batchBytes = 8 << 10
        options.retentionNanoseconds = 0
        options.retainedDeletions = 60
        options.checkpointBytes = 64 << 10
        options.longLogBytes = 128 << 10
        return options
    }
}
