internal import HearthModel

/// What a group of writes has made, replaced and moved, before anything of it is on the disk.
struct PendingChanges {
    /// Segments of the state that the group began with and that are not in it any more.
    private(set) var retired: [Segment] = []
    private(set) var newProvenances: [StoredProvenance] = []
    /// By their numbers.
    private(set) var newAssociations: [Int64: (summary: AssociationSummary, block: [UInt8])] = [:]
    private(set) var retiredAssociations: [Association] = []
    /// Associations of the state that the group began with, and as the group has moved them to other workouts.
    private(set) var movedAssociations: [Int64: (old: Association, new: Association)] = [:]
    /// Blocks with associations for saves that are not done yet.
    private(set) var stagedAssociations: [StagedAssociations] = []
    /// Associations that an earlier group has staged and that the group has made part of the state, by their numbers.
    private(set) var adoptedAssociations: [Int64: Association] = [:]
    /// Segments that the group made; not all are part of its result.
    private(set) var made: [Segment] = []
    /// Blocks for deletions that are not done yet.
    private(set) var staged: [StagedSegment] = []
    /// Segments that were staged, by this group or an earlier one, and that the group has made part of the state.
    private(set) var adopted: [Segment] = []
    /// The first block that the group made.
    let firstBlock: Int64

    init(firstBlock: Int64) {
        self.firstBlock = firstBlock
    }

    var isEmpty: Bool {
        retired.isEmpty && newAssociations.isEmpty && retiredAssociations.isEmpty && newProvenances.isEmpty
            && staged.isEmpty && adopted.isEmpty && movedAssociations.isEmpty && stagedAssociations.isEmpty
            && adoptedAssociations.isEmpty
    }
}

// MARK: - Segments

extension PendingChanges {
    mutating func noteMade(_ segment: Segment) {
        made.append(segment)
    }

    /// Segments are not part of the state any more.
    mutating func noteReplaced(_ segments: [Segment]) {
        retired += segments.filter { $0.id < firstBlock }
    }

    mutating func noteStaged(_ segment: StagedSegment) {
        staged.append(segment)
    }

    mutating func noteAdopted(_ segments: [Segment]) {
        adopted += segments
    }
}

// MARK: - Associations and provenances

extension PendingChanges {
    mutating func add(_ association: Association, _ block: [UInt8]) {
        newAssociations[association.id] = (association.summary, block)
    }

    mutating func noteStaged(_ associations: StagedAssociations) {
        stagedAssociations.append(associations)
    }

    mutating func adopt(_ associations: [Association]) {
        for association in associations {
            adoptedAssociations[association.id] = association
        }
    }

    mutating func remove(_ association: Association) {
        if association.id >= firstBlock {
            newAssociations[association.id] = nil
        } else if adoptedAssociations.removeValue(forKey: association.id) == nil {
            retiredAssociations.append(movedAssociations.removeValue(forKey: association.id)?.old ?? association)
        }
    }

    mutating func move(_ association: Association, to moved: Association) {
        if newAssociations[association.id] != nil {
            newAssociations[association.id]?.summary = moved.summary
        } else if adoptedAssociations[association.id] != nil {
            adoptedAssociations[association.id] = moved
        } else {
            movedAssociations[association.id] = (movedAssociations[association.id]?.old ?? association, moved)
        }
    }

    mutating func add(_ provenance: StoredProvenance) {
        newProvenances.append(provenance)
    }
}

// MARK: - The manifest

extension PendingChanges {
    /// The manifest after the changes. `added`: the segments that become part of the state. `gone`: those that leave it.
    func manifest(from base: StoreHeader, _ added: [SegmentSummary], _ gone: [Segment]) -> UInt64 {
        var manifest = base.manifest
        for summary in added {
            manifest &+= summary.checksum
        }
        for segment in gone {
            manifest &-= segment.summary.checksum
        }
        for (summary, _) in newAssociations.values {
            manifest &+= summary.checksum
        }
        for association in adoptedAssociations.values {
            manifest &+= association.summary.checksum
        }
        for association in retiredAssociations {
            manifest &-= association.summary.checksum
        }
        for (old, new) in movedAssociations.values {
            manifest &+= new.summary.checksum &- old.summary.checksum
        }
        for provenance in newProvenances {
            manifest &+= provenance.checksum
        }
        return manifest
    }
}
