/// What blocks are staged for: they are written, and retired, before the write that puts them in their places.
protocol StagingOwner: AnyObject, Sendable {
    /// The block with a key is on the disk.
    func noteStaged(_ staged: Segment, for key: Int64)
}
