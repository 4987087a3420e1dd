internal import HearthModel

/// Which writes of a group have nothing to do with the others nor with what is stored: saves of samples whose UUIDs occur
/// nowhere else, without sync identifiers and without correlations.
///
/// What becomes of them does not depend on what comes before them, so that neighbours can be carried out together: when
/// 64 apps save a sample each, that is one look-up and one segment, and not 64.
struct IndependentSaves {
    private var isIndependent: [Bool]
    /// The UUIDs of all samples that come with the writes, and for each write where those after its own begin.
    private var ids: [ObjectID] = []
    private var ends: [Int] = []

    init(among writes: [Write], in working: WorkingState) {
        // By index here and below: elements of arrays that are looked at in loops are copied.
        isIndependent = writes.indices.map { writes[$0].operation.needsNoDecisions }
        guard isIndependent.contains(true) else { return }
        for index in writes.indices {
            let columns = writes[index].operation.saved
            for index in columns.indices {
                ids += columns[index].ids
            }
            ends.append(ids.count)
        }
        excludeRepeated()
        excludeStored(in: working)
    }

    /// The write with which a UUID comes.
    private func owner(of position: Int) -> Int {
        ends.indices.partition { ends[$0] <= position }
    }

    private mutating func excludeRepeated() {
        guard DuplicateFinder.firstDuplicate(in: ids) != nil else { return }
        var first: [ObjectID: Int] = [:]
        for (position, id) in ids.enumerated() {
            if let other = first[id] {
                isIndependent[owner(of: other)] = false
                isIndependent[owner(of: position)] = false
            } else {
                first[id] = position
            }
        }
    }

    private mutating func excludeStored(in working: WorkingState) {
        var stored: [Int] = []
        do throws(HearthError) {
            try Locator(snapshot: working.snapshot, reader: working.reader).forEachStored(of: ids) { position, _ in
                stored.append(position)
            }
        } catch {
            // A block that cannot be read is the matter of those writes only that need it: each looks for itself.
            isIndependent = isIndependent.map { _ in false }
        }
        for position in stored {
            isIndependent[owner(of: position)] = false
        }
    }

    /// All writes in their order: neighbours that are independent together, and each other one by itself.
    var runs: [(writes: Range<Int>, areIndependent: Bool)] {
        var runs: [(writes: Range<Int>, areIndependent: Bool)] = []
        for index in isIndependent.indices {
            if isIndependent[index], let last = runs.last, last.areIndependent {
                runs[runs.count - 1].writes = last.writes.lowerBound..<index + 1
            } else {
                runs.append((index..<index + 1, isIndependent[index]))
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

    /// Whether a write is a save that adds all of its samples, if only their UUIDs are new, in the order in which they come:
    /// samples of one type are numbered by their starts, whichever of the columns they come in.
    fileprivate var needsNoDecisions: Bool {
        guard case .save(let columns) = self else { return false }
        for index in columns.indices {
            guard columns[index].type.kind != .correlation,
                columns[index].metadata.entries.allSatisfy({ SyncMark($0) == nil })
            else { return false }
        }
        return columns.count == 1 || Set(columns.map(\.type)).count == columns.count
    }
}
