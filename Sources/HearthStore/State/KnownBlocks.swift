internal import HearthModel

/// What a snapshot holds, by the numbers of the blocks.
struct KnownBlocks {
    var segments: [Int64: Segment] = [:]
    var associations: [Int64: Association] = [:]
    let associationChange: UInt64

    init(_ snapshot: Snapshot) {
        associationChange = snapshot.associationChange
        for list in Array(snapshot.samples.values) + Array(snapshot.deletions.values) {
            for segment in list.elements {
                segments[segment.id] = segment
            }
        }
        for association in snapshot.associations.elements {
            associations[association.id] = association
        }
    }

    func contains(_ block: Int64) -> Bool { segments[block] != nil || associations[block] != nil }

    /// Gives a later state the keys of the earlier one, so that writes do not wait for those of the whole store again. The keys of
    /// blocks that are not known are read later.
    func takeOverKeys(of earlier: Snapshot, into later: inout Snapshot) {
        let now = later
        let isKnown = { (segment: Segment) in contains(segment.id) }
        later.identifiers.takeOver(earlier.identifiers, isKnown: isKnown, isCurrent: now.contains)
        later.syncKeys.takeOver(earlier.syncKeys, isKnown: isKnown, isCurrent: now.contains)
        later.deletedIDs.takeOver(earlier.deletedIDs, isKnown: isKnown, isCurrent: now.contains)
        later.associatedSamples.takeOver(earlier.associatedSamples) {
            contains($0.id)
        } isCurrent: {
            now.associations.current($0) != nil
        }
    }
}
