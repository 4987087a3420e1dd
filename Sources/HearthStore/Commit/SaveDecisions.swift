internal import HearthModel

/// What becomes of each row of a save: whether it is new, stored already, or replaces an older version.
///
/// Rows are decided one after the other, each against the store and the rows before it.
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
    /// All that count as added: those, too, that a later row of the same write replaces.
    private(set) var addedCount = 0

    /// The samples. Correlations have other members than they came with where those have stand-ins.
    private(set) var columns: [SegmentRows]
    private let snapshot: Snapshot
    private let app: AppID
    /// Rows of this write by their UUIDs, when several columns could have the same.
    private var own: [ObjectID: (column: Int, row: Int)] = [:]
    private let hasSharedIDs: Bool
    /// The newest version under each sync identifier of this write.
    private var holders: [HolderKey: Holder] = [:]
    /// For each of the columns the rows that a later row of the same write replaces.
    private var superseded: [Set<Int>]
    /// Segments with samples that were compared with those of the save.
    private var compared: [Int64: Segment] = [:]
    private var undecided: ArraySlice<Int>
    /// What compares the columns that are being decided with earlier ones.
    private var comparisons: [Int: ContentComparison] = [:]

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
        let kept: Metadata
        let sample: Sample

        enum Sample {
            case stored(Location)
            case own(column: Int, row: Int)
        }
    }

    /// Nothing is decided yet.
    init(_ columns: [SegmentRows], by app: AppID, in snapshot: Snapshot) {
        self.columns = columns
        self.snapshot = snapshot
        self.app = app
        added = columns.map { _ in [] }
        hasSharedIDs = columns.count > 1 && DuplicateFinder.firstDuplicate(in: columns.flatMap(\.samples.ids)) != nil
        superseded = columns.map { _ in [] }
        // Correlations last: their members may be anywhere in the write, and what becomes of those decides what the
        // correlations hold.
        let isCorrelation = columns.map { $0.samples.type.kind == .correlation }
        let order = columns.indices.filter { !isCorrelation[$0] } + columns.indices.filter { isCorrelation[$0] }
        undecided = order[...]
    }

    /// Decides the rows of the next columns; false: all are decided.
    mutating func decideNext(_ reader: SegmentReader) throws(HearthError) -> Bool {
        guard let column = undecided.popFirst() else { return false }
        if columns[column].samples.type.kind == .correlation {
            var correlations = columns[column]
            correlations.samples.replaceMembers { standIns.last(for: $0) }
            columns[column] = correlations
        }
        try locating("columns[\(column)]", decide(column, reader))
        guard undecided.isEmpty else { return true }
        for column in added.indices where !superseded[column].isEmpty {
            added[column].removeAll { superseded[column].contains($0) }
        }
        holders = [:]
        return false
    }

    /// The stored samples that newer versions replace.
    var replaced: [DeletedRows] {
        replacedRows.values.map { DeletedRows(segment: $0.segment, rows: RowList(ascending: $0.rows.sorted())) }
    }

    /// The rows of a segment that newer versions replace.
    func replacedRows(of segment: Segment) -> Set<Int> { Set(replacedRows[segment.id]?.rows ?? []) }

    var comparedSegments: [Segment] { Array(compared.values) }

    /// The columns with the rows that are added, and no rows where none are.
    var addedRows: [SegmentRows] {
        zip(columns, added).map { $0.count == $1.count ? $0 : $0.selecting(.each($1)) }
    }

    /// Under which UUIDs samples of the write are stored now.
    func standIns(for ids: [ObjectID]) -> [ObjectID] {
        guard hasStandIns else { return ids }
        var standIns = standIns
        return ids.map { standIns.last(for: $0) }
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

    /// Whether a sample that replaces a stored one takes more bytes in a reply than that.
    func replacementsGrow(_ reader: SegmentReader) throws(HearthError) -> Bool {
        let successors = Set(replacements.map(\.successor))
        let largest =
            columns.map { rows in
                let bytes = rows.samples.messageBytesOfRows
                return rows.samples.ids.indices.filter { successors.contains(rows.samples.ids[$0]) }.map { bytes[$0] }
                    .max() ?? 0
            }.max() ?? 0
        for (segment, rows) in replacedRows.values {
            let stored = try reader.rows(of: segment, [.sample, .series]).samples
            for row in rows where largest > stored.selecting(.range(row..<row + 1)).messageBytes { return true }
        }
        return false
    }

    private mutating func decide(_ column: Int, _ reader: SegmentReader) throws(HearthError) {
        let rows = columns[column]
        let ids = rows.samples.ids
        comparisons = [:]
        if let row = DuplicateFinder.firstDuplicate(in: ids) {
            throw HearthError(.invalidArgument, "The UUID occurs twice.", field: "uuids[\(row)]")
        }
        let locations = try Locator(snapshot: snapshot, reader: reader).locate(ids)
        try readHolders(of: rows, reader)
        guard hasSharedIDs || !rows.syncKeys.isEmpty || locations.contains(where: { $0 != nil }) else {
            added[column] = Array(ids.indices)
            addedCount += ids.count
            return
        }
        let differs = try compare(rows, locations, reader)
        for row in ids.indices {
            // Also what this write replaces: in one write a UUID stands for one sample.
            if locations[row] != nil {
                guard !differs[row] else { throw conflict(row, rows) }
                unchanged += 1
                continue
            }
            if hasSharedIDs {
                if try isRepeated(row, rows) {
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
    /// For each row whether a sample with its UUID and another content is stored. Segment by segment: those that a large save
    /// is compared with are not in memory together.
    private mutating func compare(
        _ rows: SegmentRows,
        _ locations: [Location?],
        _ reader: SegmentReader
    ) throws(HearthError) -> [Bool] {
        var differs = [Bool](repeating: false, count: locations.count)
        var bySegment: [Int64: (segment: Segment, rows: [Int])] = [:]
        for (row, location) in locations.enumerated() {
            guard let location else { continue }
            bySegment[location.segment.id, default: (location.segment, [])].rows.append(row)
        }
        for (segment, indexes) in bySegment.values {
            let stored = try rowsForComparison(segment, [.sample, .series], reader)
            let comparison = ContentComparison(rows.samples, stored.samples)
            for row in indexes {
                guard let location = locations[row] else { continue }
                differs[row] = !isSame(rows, row, stored, location.row, comparison)
            }
        }
        return differs
    }

    /// Whether the sample comes earlier in this write with the same content. With other content it is refused.
    private mutating func isRepeated(_ row: Int, _ rows: SegmentRows) throws(HearthError) -> Bool {
        guard let earlier = own[rows.samples.ids[row]] else { return false }
        let others = columns[earlier.column]
        let comparison = comparisons[earlier.column] ?? ContentComparison(rows.samples, others.samples)
        comparisons[earlier.column] = comparison
        guard isSame(rows, row, others, earlier.row, comparison) else { throw conflict(row, rows) }
        return true
    }

    /// Names the UUID, because a row does not identify the frame of a long save.
    private func conflict(_ row: Int, _ rows: SegmentRows) -> HearthError {
        HearthError(
            .identifierConflict,
            "The UUID \(rows.samples.ids[row]) is stored with other content. A stored sample does not change: save a new one,"
                + " or associate the stored one.",
            field: "uuids[\(row)]"
        )
    }

    private mutating func rowsForComparison(
        _ segment: Segment,
        _ parts: SegmentParts,
        _ reader: SegmentReader
    ) throws(HearthError) -> SegmentRows {
        compared[segment.id] = segment
        return try reader.rows(of: segment, parts)
    }

    private func isSame(
        _ left: SegmentRows,
        _ row: Int,
        _ right: SegmentRows,
        _ otherRow: Int,
        _ comparison: ContentComparison
    ) -> Bool {
        guard comparison.isSame(row, otherRow) else { return false }
        let provenances = snapshot.provenances
        let one = provenances[left.provenances[row]]
        let other = provenances[right.provenances[otherRow]]
        // What the server filled in may have changed since, with an update of the app or of the system.
        return one.source?.app == other.source?.app
            && one.device.isIdentical(to: other.device)
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
            kept: SyncMark.kept(of: metadata),
            sample: .own(column: column, row: row)
        )
    }

    private mutating func replace(_ holder: Holder, by id: ObjectID, _ type: ObjectType) {
        let old = DeletedSample(id: holder.id, type: type, kept: holder.kept)
        replacements.append(Replacement(old: old, successor: id))
        standIns[holder.id] = id
        switch holder.sample {
        case .stored(let location):
            replacedRows[location.segment.id, default: (location.segment, [])].rows.append(location.row)
        case .own(let column, let row):
            superseded[column].insert(row)
        }
    }

    /// Finds the stored samples under the sync identifiers of some rows.
    private mutating func readHolders(of rows: SegmentRows, _ reader: SegmentReader) throws(HearthError) {
        let hashes = Set(rows.syncKeys).subtracting([0])
        guard !hashes.isEmpty else { return }
        let sought = Array(hashes)
        var segments: [Int64: Segment] = [:]
        for segment in snapshot.syncKeys.unindexed {
            segments[segment.id] = segment
        }
        snapshot.syncKeys.forEachRange(of: sought.map(SyncKey.fingerprint)) { _, sequences in
            for segment in snapshot.segments(with: sequences, of: rows.samples.type) {
                segments[segment.id] = segment
            }
        }
        holders.reserveCapacity(holders.count + hashes.count)
        for segment in segments.values where segment.summary.hasSyncKeys && segment.type == rows.samples.type {
            let keys = try reader.syncKeys(of: segment)
            let found = keys.indices.filter { hashes.contains(keys[$0]) }
            guard !found.isEmpty else { continue }
            let stored = try rowsForComparison(segment, [.metadata, .provenances], reader)
            for row in found {
                note(Location(segment: segment, row: row), stored)
            }
        }
    }

    private mutating func note(_ location: Location, _ stored: SegmentRows) {
        let metadata = stored.samples.metadata[location.row] ?? .none
        let provenance = snapshot.provenances[stored.provenances[location.row]]
        guard provenance.owningApp == app, let mark = SyncMark(metadata) else { return }
        let key = HolderKey(type: stored.samples.type, identifier: mark.identifier)
        // What this write has decided about the identifier already is newer than what is stored.
        guard holders[key] == nil else { return }
        holders[key] = Holder(
            id: stored.samples.ids[location.row],
            version: mark.version,
            kept: SyncMark.kept(of: metadata),
            sample: .stored(location)
        )
    }
}
