internal import HearthModel

/// Which writes of a group have nothing to do with the others nor with what is stored: saves of samples whose UUIDs occur
/// nowhere else, without sync identifiers and without correlations.
///
/// What becomes of them does not depend on what comes before them, so that neighbours can be carried out together: when
/// 64 apps save a sample each, that is one look-up and one segment, and not 64.
struct IndependentSaves {
    private var isIndependent: [Bool]

    init(among writes: [Write], in working: WorkingState) {
        // One write has no neighbours.
        guard writes.count > 1 else {
            isIndependent = writes.map { _ in false }
            return
        }
        isIndependent = writes.map(\.operation.needsNoDecisions)
        var ids: [ObjectID] = []
        var owners: [Int] = []
        for (index, write) in writes.enumerated() {
            for columns in write.operation.saved {
                ids += columns.ids
                owners += repeatElement(index, count: columns.count)
            }
        }
        excludeRepeated(ids, owners)
        excludeStored(ids, owners, in: working)
    }

    private mutating func excludeRepeated(_ ids: [ObjectID], _ owners: [Int]) {
        guard DuplicateFinder.firstDuplicate(in: ids) != nil else { return }
        var first: [ObjectID: Int] = [:]
        for (id, owner) in zip(ids, owners) {
            if let other = first[id] {
                isIndependent[other] = false
                isIndependent[owner] = false
            } else {
                first[id] = owner
            }
        }
    }

    private mutating func excludeStored(_ ids: [ObjectID], _ owners: [Int], in working: WorkingState) {
        do throws(HearthError) {
            let locations = try Locator(snapshot: working.snapshot, reader: working.reader).locate(ids)
            for (location, owner) in zip(locations, owners) where location != nil {
                isIndependent[owner] = false
            }
        } catch {
            // A block that cannot be read is the matter of those writes only that need it: each looks for itself.
            isIndependent = isIndependent.map { _ in false }
        }
    }

    /// All writes in their order: neighbours that are independent together, and each other one by itself.
    var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in isIndependent.indices {
            if isIndependent[index], index > 0, isIndependent[index - 1] {
                runs[runs.count - 1] = runs[runs.count - 1].lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }
}

extension Write.Operation {
    /// The samples that come with the write.
    fileprivate var saved: [SampleColumns] {
        switch self {
        case .save(let columns): columns
        case .addToWorkout(let request): request.columns
        case .delete, .setCharacteristics, .register, .acknowledge, .note: []
        }
    }

    /// Whether a write is a save that adds all of its samples, if only their UUIDs are new.
    fileprivate var needsNoDecisions: Bool {
        guard case .save(let columns) = self else { return false }
        return columns.allSatisfy { samples in
            samples.type.kind != .correlation && samples.metadata.entries.allSatisfy { SyncMark($0) == nil }
        }
    }
}
