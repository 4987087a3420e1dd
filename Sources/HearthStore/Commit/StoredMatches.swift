internal import HearthModel

/// Which samples of some columns of a save are stored already, or have UUIDs of deleted samples of other apps, found step by
/// step and for all columns together: each segment is read once, however the samples are divided into columns.
struct StoredMatches {
    enum Match {
        case none
        case same
        /// A sample with the UUID and another content is stored.
        case different
        /// None is stored, but another app's sample with the UUID was deleted.
        case deleted
        /// The same, and the app may not see that deletion.
        case hiddenDeleted
    }

    /// The columns, and the ends of their rows, one column after the other.
    private let columns: [Int]
    private var ends: [Int] = []
    private let ids: [ObjectID]
    /// For each row; empty as long as none is found.
    private var matches: [Match] = []
    /// The number of rows whose candidates are found.
    private var searched = 0
    /// Segments that may have some of the rows, and are not read yet.
    private var candidates: [(segment: Segment, rows: [Int])] = []
    /// Where each segment is among the candidates.
    private var positions: [Int64: Int] = [:]
    /// The columns that were compared.
    private var comparable: [Int: ComparableColumns] = [:]
    /// The stored samples that were compared with those of the save.
    private(set) var compared: [(segment: Segment, rows: [Int])] = []
    private var deleted: DeletedMatches

    /// Rows whose segments are sought together.
    private static let searchedAtOnce = 16_384
    /// The work of comparing a row, in rows that are read.
    private static let workOfComparing = 2

    init(of columns: [Int], in rows: [SegmentRows], by origin: WriteOrigin) {
        self.columns = columns
        deleted = DeletedMatches(by: origin)
        ids = columns.count == 1 ? rows[columns[0]].samples.ids : columns.flatMap { rows[$0].samples.ids }
        var end = 0
        for column in columns {
            end += rows[column].count
            ends.append(end)
        }
    }

    /// For each row of one of the columns what was found; nil if none is stored.
    func matches(ofColumnAt position: Int) -> ArraySlice<Match>? {
        guard !matches.isEmpty else { return nil }
        return matches[(position == 0 ? 0 : ends[position - 1])..<ends[position]]
    }

    /// Does the next step. True: all are found.
    mutating func proceed(
        _ rows: [SegmentRows],
        in snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) -> Bool {
        let locator = Locator(snapshot: snapshot, reader: reader)
        if searched < ids.count {
            search(locator)
            return false
        }
        guard let (segment, candidates) = candidates.popLast() else {
            guard try deleted.proceed(ids, in: snapshot, reader) else { return false }
            noteDeleted()
            comparable = [:]
            return true
        }
        var found: [(row: Int, storedRow: Int)] = []
        try locator.forEachStored(of: ids, candidates, in: segment) { found.append(($0, $1.row)) }
        reader.charge(candidates.count + StoredMatches.workOfComparing * found.count)
        guard !found.isEmpty else { return false }
        found.sort { $0.row < $1.row }
        try compare(found, rows, with: segment, in: snapshot, reader)
        return false
    }

    /// Finds the segments that may have the next rows.
    private mutating func search(_ locator: Locator) {
        let end = min(searched + StoredMatches.searchedAtOnce, ids.count)
        let next = end - searched == ids.count ? ids : Array(ids[searched..<end])
        for (segment, indexes) in locator.candidates(for: next) {
            if let position = positions[segment.id] {
                candidates[position].rows += indexes.lazy.map { [searched] in searched + $0 }
            } else {
                positions[segment.id] = candidates.count
                candidates.append((segment, indexes.map { searched + $0 }))
            }
        }
        locator.reader.charge(next.count)
        searched = end
    }

    /// Notes which of the samples that are not stored have UUIDs of deleted ones of other apps.
    private mutating func noteDeleted() {
        let found = deleted.found
        guard !found.isEmpty else { return }
        fillMatches()
        for (row, match) in found where matches[row] == .none {
            matches[row] = match
        }
    }

    private mutating func fillMatches() {
        guard matches.isEmpty else { return }
        matches = Array(repeating: .none, count: ids.count)
    }

    private mutating func compare(
        _ found: [(row: Int, storedRow: Int)],
        _ rows: [SegmentRows],
        with segment: Segment,
        in snapshot: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) {
        compared.append((segment, found.map(\.storedRow)))
        let stored = try reader.rows(of: segment, [.sample, .series])
        let comparableStored = ComparableColumns(stored.samples)
        fillMatches()
        var position = 0
        var comparison: RowComparison?
        for (row, storedRow) in found {
            if comparison == nil || row >= ends[position] {
                position = ends.indices.partition { ends[$0] <= row }
                let column = columns[position]
                let own = comparable[column] ?? ComparableColumns(rows[column].samples)
                comparable[column] = own
                comparison = RowComparison(
                    ContentComparison(own, comparableStored),
                    rows[column].provenances,
                    stored.provenances,
                    snapshot.provenances
                )
            }
            let first = position == 0 ? 0 : ends[position - 1]
            matches[row] = comparison?.isSame(row - first, storedRow) == true ? .same : .different
        }
    }
}

extension HearthError {
    static func deletedByOther(_ id: ObjectID, _ row: Int) -> HearthError {
        HearthError(
            .identifierConflict,
            "Another app has deleted its sample with the UUID \(id), which stays the UUID of that app: save the sample with"
                + " a new UUID.",
            field: "uuids[\(row)]"
        )
    }
}

/// Compares rows as a save sees them: with what their sources said of themselves.
struct RowComparison {
    private let content: ContentComparison
    private let left: [UInt32]
    private let right: [UInt32]
    private let provenances: ProvenanceTable

    init(_ content: ContentComparison, _ left: [UInt32], _ right: [UInt32], _ provenances: ProvenanceTable) {
        self.content = content
        self.left = left
        self.right = right
        self.provenances = provenances
    }

    func isSame(_ row: Int, _ otherRow: Int) -> Bool {
        guard content.isSame(row, otherRow) else { return false }
        guard left[row] != right[otherRow] else { return true }
        let one = provenances[left[row]]
        let other = provenances[right[otherRow]]
        // What the server filled in may have changed since, with an update of the app or of the system.
        return one.source?.app == other.source?.app
            && one.device.isIdentical(to: other.device)
    }
}
