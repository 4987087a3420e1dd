internal import HearthModel

/// Which writes of a group are independent saves, and which need decisions.
///
/// A save is independent when the UUIDs of its samples occur neither in the store nor in another write of the group, are not
/// those of samples that other apps have deleted, and when its samples have no sync identifiers and are not correlations. A
/// save that waits for the keys of stored samples is not.
/// The writes before it cannot change its result, so a run of independent saves is executed as one `SaveBatch`.
struct SaveConflicts {
    private var isIndependent: [Bool]
    /// The UUIDs of the samples that all writes bring, in order, and for each write the end of its own.
    private var ids: [ObjectID] = []
    private var ends: [Int] = []

    init(among writes: [Write], in working: WorkingState) {
        // By index here and below: a loop over the elements would copy them.
        isIndependent = writes.indices.map {
            SaveConflicts.isPlainSave(writes[$0].operation) && !writes[$0].waitsForKeys(in: working.snapshot)
        }
        guard isIndependent.contains(true) else { return }
        ends.reserveCapacity(writes.count)
        for index in writes.indices {
            appendIDs(of: writes[index].operation)
            ends.append(ids.count)
        }
        let order = ids.isStrictlyAscending ? nil : HashOrder(ids.lazy.map(\.fingerprint))
        if let order {
            excludeRepeated(order)
        }
        excludeStored(in: working, order)
        excludeDeleted(writes, in: working, order)
    }

    /// All writes in order: each run of independent saves, and each other write alone.
    var runs: [(writes: Range<Int>, isIndependent: Bool)] {
        var runs: [(writes: Range<Int>, isIndependent: Bool)] = []
        for index in isIndependent.indices {
            if isIndependent[index], let last = runs.last, last.isIndependent {
                runs[runs.count - 1].writes = last.writes.lowerBound..<index + 1
            } else {
                runs.append((index..<index + 1, isIndependent[index]))
            }
        }
        return runs
    }

    private mutating func excludeRepeated(_ order: HashOrder) {
        var repeated: [Int] = []
        order.forEachRepeated { positions in
            let sorted = positions.sorted { ObjectID.isLess(ids[$0], ids[$1]) }
            for (one, other) in zip(sorted, sorted.dropFirst()) where ids[one] == ids[other] {
                repeated += [one, other]
            }
        }
        for position in repeated {
            isIndependent[write(at: position)] = false
        }
    }

    /// Excludes writes that bring a UUID that is stored. Many UUIDs are sought a part at a time, each twice as large as the
    /// one before: of a large write that is saved again, the first part says enough.
    private mutating func excludeStored(in working: WorkingState, _ order: HashOrder?) {
        guard ids.count > SaveConflicts.soughtFirst else {
            return excludeStored(ids, order, in: working) { $0 }
        }
        var sought = 0..<SaveConflicts.soughtFirst
        while !sought.isEmpty {
            let positions = independentPositions(in: sought)
            excludeStored(positions.map { ids[$0] }, nil, in: working) { positions[$0] }
            sought = sought.upperBound..<min(sought.upperBound + 2 * sought.count, ids.count)
        }
    }

    private static let soughtFirst = 4_096

    /// Excludes the writes with some of the UUIDs if these are stored. `position`: where one of these is among all.
    private mutating func excludeStored(
        _ some: [ObjectID],
        _ order: HashOrder?,
        in working: WorkingState,
        position: (Int) -> Int
    ) {
        working.reader.charge(some.count)
        let locator = Locator(snapshot: working.snapshot, reader: working.reader)
        for (segment, candidates) in locator.candidates(for: some, order: order) {
            // Of a write that is saved again, the first samples that are found say enough.
            let candidates = candidates.filter { isIndependent[write(at: position($0))] }
            do throws(HearthError) {
                try locator.forEachStored(of: some, candidates, in: segment) { index, _ in
                    isIndependent[write(at: position(index))] = false
                }
            } catch {
                // An unreadable block concerns only the writes that need it: each of them reads it again.
                for index in candidates {
                    isIndependent[write(at: position(index))] = false
                }
            }
        }
    }

    /// Excludes writes that bring a UUID which may be that of a sample that another app has deleted.
    private mutating func excludeDeleted(_ writes: [Write], in working: WorkingState, _ order: HashOrder?) {
        let deletedIDs = working.snapshot.deletedIDs
        var concerned: [Int] = []
        var start = 0
        for (index, end) in ends.enumerated() {
            if isIndependent[index], deletedIDs.concern(writes[index].origin) {
                concerned += start..<end
            }
            start = end
        }
        guard !concerned.isEmpty else { return }
        working.reader.charge(concerned.count)
        let isAll = concerned.count == ids.count
        let sought = isAll ? ids : concerned.map { ids[$0] }
        for (_, found) in deletedIDs.candidates(for: sought, order: isAll ? order : nil, in: working.snapshot) {
            for index in found {
                isIndependent[write(at: concerned[index])] = false
            }
        }
    }

    /// The positions of UUIDs whose writes are not excluded yet.
    private func independentPositions(in range: Range<Int>) -> [Int] {
        var positions: [Int] = []
        var start = 0
        for (write, end) in ends.enumerated() {
            if isIndependent[write] {
                positions += range.clamped(to: start..<end)
            }
            start = end
        }
        return positions
    }

    /// The write that brings a UUID.
    private func write(at position: Int) -> Int {
        ends.indices.partition { ends[$0] <= position }
    }

    /// Appends the UUIDs of the samples that a write brings.
    private mutating func appendIDs(of operation: Write.Operation) {
        let columns = operation.savedColumns
        for index in columns.indices {
            ids += columns[index].ids
        }
    }

    /// Whether a write is a save that adds all of its samples if their UUIDs are new. A save with several columns of one
    /// type is not: its samples are numbered by start across columns.
    private static func isPlainSave(_ operation: Write.Operation) -> Bool {
        guard case .save(let columns) = operation else { return false }
        for index in columns.indices {
            guard columns[index].type.kind != .correlation,
                !columns[index].metadata.entries.haveSyncMarks
            else { return false }
        }
        return columns.count == 1 || Set(columns.map(\.type)).count == columns.count
    }
}
