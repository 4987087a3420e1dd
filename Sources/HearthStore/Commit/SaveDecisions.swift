internal import HearthModel

/// What becomes of each row of a save: whether it is new, stored already, or replaces an older version.
///
/// Rows are decided one after the other, each against the store and the rows before it. What is stored is sought before, for
/// many columns together: a save may have its samples in as many columns.
struct SaveDecisions {
    /// For each of the columns the rows that are added.
    private var added: [[Int]]
    /// The rows of stored samples that newer versions replace, by their segments.
    private var replacedRows: [Int64: (segment: Segment, rows: [Int])] = [:]
    /// What newer versions replace, be it stored or of this write.
    private(set) var replacements: [Replacement] = []
    /// The newer version that a sample lost against, or the one that replaced it.
    private var standIns = StandIns()
    private(set) var unchanged = 0
    /// The UUID for which the save is refused, as a stored sample or one that another app has deleted has it.
    private(set) var conflict: (id: ObjectID, match: StoredMatches.Match)?
    /// All that count as added: those, too, that a later row of the same write replaces.
    private(set) var addedCount = 0

    /// The samples. Correlations have other members than they came with where those have stand-ins.
    private(set) var columns: [SegmentRows]
    private let snapshot: Snapshot
    private let origin: WriteOrigin
    /// Rows of this write by their UUIDs, when several columns could have the same.
    private var own: [ObjectID: (column: Int, row: Int)] = [:]
    private let hasSharedIDs: Bool
    /// The newest version under each sync identifier of this write.
    private var holders: [HolderKey: Holder] = [:]
    /// For each of the columns the rows that a later row of the same write replaces.
    private var superseded: [Set<Int>]
    /// Stored samples that were compared with those of the save, by their segments.
    private var comparedRows: [Int64: (segment: Segment, rows: [Int])] = [:]
    /// The columns that are decided after those which are being decided.
    private var later: [Int]
    /// The columns that are being decided, and how many of them are.
    private var current: [Int] = []
    private var decided = 0
    /// How many rows of the next of them are.
    private var decidedRows = 0
    /// The samples of these columns that are stored.
    private var stored: StoredMatches?
    /// The stored samples under their sync identifiers.
    private var holderSearch: HolderSearch?
    /// The columns that were compared with others of this write.
    private var comparable: [Int: ComparableColumns] = [:]
    /// What compares the column that is being decided with earlier ones.
    private var comparisons: [Int: RowComparison] = [:]

    /// Rows that are decided in one step, and the work for each, in rows that are read.
    private static let decidedAtOnce = 8_192
    private static let workOfDeciding = 2

    struct Replacement {
        let old: DeletedSample
        /// The UUID that the sample has from now on.
        let successor: ObjectID
    }

    /// A sync identifier of the app.
    private struct HolderKey: Hashable {
        let type: ObjectType
        let identifier: String

        static func == (left: HolderKey, right: HolderKey) -> Bool {
            left.type == right.type && left.identifier.isIdentical(to: right.identifier)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(type)
            hasher.combine(identifier)
        }
    }

    private struct Holder {
        let id: ObjectID
        let version: MetadataValue
        let end: Timestamp
        let kept: Metadata
        let sample: Sample

        enum Sample {
            case stored(Location)
            case own(column: Int, row: Int)
        }
    }

    /// Nothing is decided yet.
    init(_ columns: [SegmentRows], by origin: WriteOrigin, in snapshot: Snapshot) {
        self.columns = columns
        self.snapshot = snapshot
        self.origin = origin
        added = columns.map { _ in [] }
        hasSharedIDs = columns.count > 1 && DuplicateFinder.firstDuplicate(in: columns.flatMap(\.samples.ids)) != nil
        superseded = columns.map { _ in [] }
        later = Array(columns.indices)
    }

    /// Does the next step. False: all rows are decided.
    mutating func proceed(_ reader: SegmentReader) throws(HearthError) -> Bool {
        guard stored != nil else { return begin(reader) }
        guard try stored?.proceed(columns, in: snapshot, reader) != false else { return true }
        if holderSearch == nil {
            for (segment, rows) in stored?.compared ?? [] {
                comparedRows[segment.id, default: (segment, [])].rows += rows
            }
            holderSearch = HolderSearch(of: current, in: columns)
        }
        guard try findHolders(reader) else { return true }
        var rows = 0
        while decided < current.count, rows < SaveDecisions.decidedAtOnce {
            let column = current[decided]
            let part = decidedRows..<min(decidedRows + SaveDecisions.decidedAtOnce - rows, columns[column].count)
            try locating("columns[\(column)]", decide(part, of: column, stored?.matches(ofColumnAt: decided)))
            rows += part.count
            decidedRows = part.upperBound
            if decidedRows == columns[column].count {
                decided += 1
                decidedRows = 0
            }
        }
        reader.charge(SaveDecisions.workOfDeciding * rows)
        if decided == current.count {
            stored = nil
            holderSearch = nil
        }
        return true
    }

    /// Begins with the next columns. Correlations come last: their members may be anywhere in the write, and what becomes of
    /// those decides what the correlations hold.
    private mutating func begin(_ reader: SegmentReader) -> Bool {
        guard !later.isEmpty else {
            for column in added.indices where !superseded[column].isEmpty {
                added[column].removeAll { superseded[column].contains($0) }
            }
            holders = [:]
            comparable = [:]
            return false
        }
        current = later.filter { columns[$0].samples.type.kind != .correlation }
        if current.isEmpty {
            current = later
            let before = standIns.steps
            for column in current {
                var correlations = columns[column]
                correlations.samples.replaceMembers { standIns.last(for: $0) }
                columns[column] = correlations
            }
            reader.charge(standIns.steps - before)
        }
        later = current.count == later.count ? [] : later.filter { columns[$0].samples.type.kind == .correlation }
        decided = 0
        stored = StoredMatches(of: current, in: columns, by: origin)
        return true
    }

    /// The stored samples that newer versions replace.
    var replaced: [DeletedRows] {
        replacedRows.values.map { DeletedRows(segment: $0.segment, rows: RowList(ascending: $0.rows.sorted())) }
    }

    /// The UUIDs of what newer versions replace, with those of the newer versions.
    var replacedIDs: [(old: ObjectID, successor: ObjectID)] { replacements.map { ($0.old.id, $0.successor) } }

    var replacesWorkouts: Bool { replacements.contains { $0.old.type == .workout } }

    /// The rows of a segment that newer versions replace.
    func replacedRows(of segment: Segment) -> Set<Int> { Set(replacedRows[segment.id]?.rows ?? []) }

    /// The stored samples with which those of the save were compared.
    var compared: [LocatedRows] {
        comparedRows.values.map { segment, rows in
            // A sample may be compared for its UUID and for its sync identifier.
            let all = rows.sorted()
            let first = all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }
            return LocatedRows(segment: segment, rows: first.map { all[$0] })
        }
    }

    /// The columns with the rows that are added, and no rows where none are.
    var addedRows: [SegmentRows] { columns.indices.map(addedRows) }

    /// The same for one of the columns.
    func addedRows(of column: Int) -> SegmentRows {
        let rows = columns[column]
        return rows.count == added[column].count ? rows : rows.selecting(.each(added[column]))
    }

    /// Under which UUIDs samples of the write are stored now.
    func standIns(for ids: [ObjectID], _ reader: SegmentReader) -> [ObjectID] {
        guard hasStandIns else { return ids }
        var standIns = standIns
        let last = ids.map { standIns.last(for: $0) }
        reader.charge(standIns.steps - self.standIns.steps)
        return last
    }

    /// The hashes of the sync identifiers of each type, ascending.
    var syncKeys: [ObjectType: [UInt64]] {
        var keys: [ObjectType: [UInt64]] = [:]
        for rows in columns where !rows.syncKeys.isEmpty {
            keys[rows.samples.type, default: []] += rows.syncKeys.filter { $0 != 0 }
        }
        return keys.mapValues { $0.sorted() }
    }

    /// Whether a stored sample, or another sample of the write, is kept instead of a sample of the write.
    var hasStandIns: Bool { !standIns.isEmpty }

    /// Decides rows of a column, which follow those that are decided.
    private mutating func decide(
        _ part: Range<Int>,
        of column: Int,
        _ stored: ArraySlice<StoredMatches.Match>?
    ) throws(HearthError) {
        let rows = columns[column]
        let ids = rows.samples.ids
        if part.lowerBound == 0 {
            comparisons = [:]
            if let row = DuplicateFinder.firstDuplicate(in: ids) {
                throw HearthError(.invalidArgument, "The UUID occurs twice.", field: "uuids[\(row)]")
            }
        }
        guard hasSharedIDs || !rows.syncKeys.isEmpty || stored?.contains(where: { $0 != .none }) == true else {
            added[column] += part
            addedCount += part.count
            return
        }
        for row in part {
            // Also what this write replaces: in one write a UUID stands for one sample.
            if let stored, case let match = stored[stored.startIndex + row], match != .none {
                guard match == .same else {
                    conflict = (ids[row], match)
                    throw match == .deleted ? .deletedByOther(ids[row], row) : conflictError(row, rows)
                }
                unchanged += 1
                continue
            }
            if hasSharedIDs {
                if try isRepeated(column, row, rows) {
                    unchanged += 1
                    continue
                }
                own[ids[row]] = (column, row)
            }
            if rows.syncKeys.isEmpty || rows.syncKeys[row] == 0 {
                add(column, row)
            } else {
                replaceOrKeep(column, row, rows)
            }
        }
    }

    private mutating func add(_ column: Int, _ row: Int) {
        added[column].append(row)
        addedCount += 1
    }
}

// MARK: - The same UUID

extension SaveDecisions {
    /// Whether the sample comes earlier in this write with the same content. With other content it is refused.
    private mutating func isRepeated(_ column: Int, _ row: Int, _ rows: SegmentRows) throws(HearthError) -> Bool {
        guard let earlier = own[rows.samples.ids[row]] else { return false }
        let comparison = comparisons[earlier.column] ?? compare(column, with: earlier.column)
        comparisons[earlier.column] = comparison
        guard comparison.isSame(row, earlier.row) else { throw conflictError(row, rows) }
        return true
    }

    private mutating func compare(_ column: Int, with other: Int) -> RowComparison {
        for column in [column, other] where comparable[column] == nil {
            comparable[column] = ComparableColumns(columns[column].samples)
        }
        guard let left = comparable[column], let right = comparable[other] else {
            preconditionFailure("columns that were not made")
        }
        return RowComparison(
            ContentComparison(left, right),
            columns[column].provenances,
            columns[other].provenances,
            snapshot.provenances
        )
    }

    /// Names the UUID, because a row does not identify the frame of a long save.
    private func conflictError(_ row: Int, _ rows: SegmentRows) -> HearthError {
        HearthError(
            .identifierConflict,
            HearthError.otherContentText(rows.samples.ids[row]) + " A stored sample does not change: save a new one,"
                + " or associate the stored one.",
            field: "uuids[\(row)]"
        )
    }
}

// MARK: - Sync identifiers

extension SaveDecisions {
    private mutating func replaceOrKeep(_ column: Int, _ row: Int, _ rows: SegmentRows) {
        let metadata = rows.samples.metadata[row] ?? .none
        guard let mark = SyncMark(metadata) else { return add(column, row) }
        let key = HolderKey(type: rows.samples.type, identifier: mark.identifier)
        let id = rows.samples.ids[row]
        if let holder = holders[key] {
            guard let order = mark.version.order(to: holder.version), order > 0 else {
                unchanged += 1
                standIns[id] = holder.id
                return
            }
            replace(holder, by: id, key.type)
        }
        add(column, row)
        holders[key] = Holder(
            id: id,
            version: mark.version,
            end: rows.samples.end(row),
            kept: SyncMark.kept(of: metadata),
            sample: .own(column: column, row: row)
        )
    }

    private mutating func replace(_ holder: Holder, by id: ObjectID, _ type: ObjectType) {
        let old = DeletedSample(id: holder.id, type: type, end: holder.end, kept: holder.kept)
        replacements.append(Replacement(old: old, successor: id))
        standIns[holder.id] = id
        switch holder.sample {
        case .stored(let location):
            replacedRows[location.segment.id, default: (location.segment, [])].rows.append(location.row)
        case .own(let column, let row):
            superseded[column].insert(row)
        }
    }

    /// Finds the next stored samples under the sync identifiers of the columns. True: all are found.
    private mutating func findHolders(_ reader: SegmentReader) throws(HearthError) -> Bool {
        switch try holderSearch?.step(columns, in: snapshot, reader) {
        case .more: return false
        case .found(let segment, let rows):
            let stored = try reader.rows(of: segment, [.metadata, .provenances])
            for row in rows {
                note(Location(segment: segment, row: row), stored)
            }
            return false
        case .done, nil: return true
        }
    }

    private mutating func note(_ location: Location, _ stored: SegmentRows) {
        let metadata = stored.samples.metadata[location.row] ?? .none
        let provenance = snapshot.provenances[stored.provenances[location.row]]
        guard provenance.isSaved(by: origin), let mark = SyncMark(metadata) else { return }
        comparedRows[location.segment.id, default: (location.segment, [])].rows.append(location.row)
        let key = HolderKey(type: stored.samples.type, identifier: mark.identifier)
        // What this write has decided about the identifier already is newer than what is stored. Two samples are stored under
        // it if one was in a damaged block when the other was saved: the newest counts.
        if let holder = holders[key] {
            guard case .stored = holder.sample, mark.version.order(to: holder.version) ?? 0 > 0 else { return }
        }
        holders[key] = Holder(
            id: stored.samples.ids[location.row],
            version: mark.version,
            end: stored.samples.end(location.row),
            kept: SyncMark.kept(of: metadata),
            sample: .stored(location)
        )
    }
}
