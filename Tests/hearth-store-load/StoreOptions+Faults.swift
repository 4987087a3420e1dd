package import HearthStore

extension StoreOptions {
    /// So small that few samples reach every path.
    package static var forFaults: StoreOptions {
        var options = StoreOptions()
        options.segmentSamples = 32
        options.segmentBytes = 4 << 10
        options.mergeWidth = 4
        options.batchSamples = 64
        options.batchBytes = 8 << 10
        options.retentionNanoseconds = 0
        options.retainedDeletions = 60
        options.maintenanceBytes = 128 << 10
        return options
    }
}

extension CheckpointOptions {
    /// The same for the write-ahead log.
    package static var forFaults: CheckpointOptions {
        var options = CheckpointOptions()
        options.walBytes = 64 << 10
        options.longWALBytes = 128 << 10
        return options
    }
}
