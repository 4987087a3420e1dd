/// What blocks are staged for: they are written, and retired, before the write that makes them part of the state.
protocol StagingOwner: AnyObject, Sendable {
    /// The block with a key is on the disk.
    func noteStaged(_ staged: Segment, for key: Int64)
}

/// The same for blocks with associations.
protocol AssociationStagingOwner: AnyObject, Sendable {
    /// These are on the disk, in the order of their numbers.
    func noteStaged(_ staged: [Association])
}
