import HearthStore

extension CheckpointOptions {
    /// Checkpoints begin at this size of the log, and commits finish them at eight times the size.
    static func beginning(at bytes: Int) -> CheckpointOptions {
        var options = CheckpointOptions()
        options.walBytes = bytes
        options.longWALBytes = 8 * bytes
        return options
    }
}
