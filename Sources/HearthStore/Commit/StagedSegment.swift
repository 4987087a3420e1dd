internal import HearthModel

/// A block that is written for a deletion or a large save which is not done yet.
struct StagedSegment {
    let segment: Segment
    let block: [UInt8]
    let owner: any StagingOwner
    /// Identifies the block to its owner.
    let key: Int64
}

/// Blocks with associations that are written for a large save which is not done yet.
struct StagedAssociations {
    let associations: [(association: Association, block: [UInt8])]
    let owner: any AssociationStagingOwner
}
