internal import HearthModel

/// Checks that a reply can carry each correlation that a write adds or changes, with its members.
struct CorrelationSizes {
    let decisions: SaveDecisions
    /// Stored correlations in which new versions replace members.
    let changed: [SegmentRows]
    let locator: Locator

    /// The samples of the write, in the order of its columns.
    private var rows: [SegmentRows] { decisions.columns }

    func check() throws(HearthError) {
        let hasAdded = hasLargeCorrelations
        let hasChanged = changed.isEmpty ? false : try decisions.replacementsGrow(locator.reader)
        guard hasAdded || hasChanged else { return }
        let added = hasAdded ? decisions.addedRows.map(\.samples) : []
        let changed = hasChanged ? changed.map(\.samples) : []
        var sizes = MemberSizes(of: rows, (added + changed).correlationMembers, locator)
        if hasAdded, let (index, row) = try sizes.firstTooLarge(among: added) {
            let id = added[index].ids[row]
            let number = rows[index].samples.ids.firstIndex(of: id) ?? row
            throw CorrelationSizes.tooLarge("columns[\(index)].correlation.lengths[\(number)]")
        }
        if hasChanged, let (part, _) = try sizes.firstTooLarge(among: changed) {
            // A member made it so: one of those with sync identifiers.
            let index = rows.firstIndex { changed[part].type.allowsMember($0.samples.type) } ?? 0
            throw CorrelationSizes.tooLarge("columns[\(index)].metadata")
        }
    }

    /// Whether correlations of the write could be too large. Mostly all of its samples together are not.
    private var hasLargeCorrelations: Bool {
        guard rows.contains(where: { $0.samples.type.kind == .correlation }) else { return false }
        guard !decisions.hasStandIns else { return true }
        let samples = rows.reduce(0) { $0 + $1.samples.messageBytesAsMembers }
        let provenances = Set(rows.flatMap { Set($0.provenances) })
        return samples + provenances.reduce(0) { $0 + locator.snapshot.provenances[$1].messageBytes }
            > Limits.sampleBytes
    }

    private static func tooLarge(_ field: String) -> HearthError {
        HearthError(
            .limitExceeded,
            "With its members a correlation would take more than \(Limits.sampleBytes) bytes in a reply: divide it into"
                + " several, or leave out metadata of its members.",
            field: field
        )
    }
}

/// What correlations take in a reply with their members, of a write or stored.
private struct MemberSizes {
    private let locator: Locator
    private let provenances: ProvenanceTable
    private let own: [MemberRows]
    /// An upper bound for the bytes of all rows of each column of the write.
    private let ownBytes: [Int]
    private var stored: [Int64: MemberRows] = [:]
    /// The samples of the write that are members, by their UUIDs: column and row.
    private var saved: [ObjectID: (column: Int, row: Int)] = [:]

    /// `members`: those of the correlations whose sizes are sought.
    init(of rows: [SegmentRows], _ members: Set<ObjectID>, _ locator: Locator) {
        self.locator = locator
        provenances = locator.snapshot.provenances
        own = rows.map { MemberRows($0) }
        ownBytes = own.map { [provenances] in $0.bytesAtMost(provenances) }
        for (column, rows) in rows.enumerated() where rows.samples.type.kind != .correlation {
            locator.reader.charge(rows.count)
            for (row, id) in rows.samples.ids.enumerated() where members.contains(id) {
                saved[id] = (column, row)
            }
        }
    }

    /// The first correlation that no reply could carry.
    mutating func firstTooLarge(among parts: [SampleColumns]) throws(HearthError) -> (part: Int, row: Int)? {
        var suspects: [(part: Int, columns: CorrelationColumns, bytes: [Int])] = []
        var others: Set<ObjectID> = []
        var largest: [ObjectType: Int] = [:]
        for (part, samples) in parts.enumerated() {
            guard case .correlation(let columns) = samples.payload, samples.count > 0 else { continue }
            let bytes = samples.messageBytesOfRows
            let bound = largest[samples.type] ?? largestSource(of: samples.type)
            largest[samples.type] = bound
            guard zip(bytes, columns.lengths).contains(where: { $0 + Int($1) * bound > Limits.sampleBytes }) else {
                continue
            }
            others.formUnion(columns.members.lazy.filter { [saved] in saved[$0] == nil })
            suspects.append((part, columns, bytes))
        }
        guard !suspects.isEmpty else { return nil }
        // All at once: to look one up by itself takes as long as a hundred together.
        let sought = Array(others)
        var locations: [ObjectID: Location] = [:]
        for (id, location) in zip(sought, try locator.locate(sought)) {
            locations[id] = location
        }
        for (part, columns, own) in suspects {
            for (row, range) in Series(columns.lengths).ranges.enumerated() {
                let members = columns.members[range]
                guard own[row] + bytesAtMost(members, locations) > Limits.sampleBytes else { continue }
                if own[row] + (try bytes(of: members, locations)) > Limits.sampleBytes { return (part, row) }
            }
        }
        return nil
    }

    /// A bound of the bytes of one member: no segment, and no column of the write, has more.
    private func largestSource(of correlation: ObjectType) -> Int {
        locator.reader.charge(ownBytes.count)
        var largest = ownBytes.max() ?? 0
        for (type, list) in locator.snapshot.samples where correlation.allowsMember(type) {
            for segment in list.elements {
                largest = max(largest, bytesAtMost(segment.summary))
            }
        }
        return largest + MemberSizes.bytesOfMissingColumns
    }

    private func bytesAtMost(_ segment: SegmentSummary) -> Int {
        segment.encodedSize + segment.provenances.reduce(0) { $0 + provenances[$1].messageBytes }
    }

    /// A bound of the bytes of members, from the directory: a segment's rows are no larger than the segment.
    private func bytesAtMost(_ members: ArraySlice<ObjectID>, _ locations: [ObjectID: Location]) -> Int {
        var total = 0
        var segments: Set<Int64> = []
        var columns: Set<Int> = []
        for member in members {
            if let found = saved[member], columns.insert(found.column).inserted {
                total += ownBytes[found.column]
            } else if let location = locations[member], segments.insert(location.segment.id).inserted {
                total += bytesAtMost(location.segment.summary)
            }
        }
        return total + members.count * MemberSizes.bytesOfMissingColumns
    }

    /// Columns that a member's segment leaves out, and others in the reply fill in.
    private static let bytesOfMissingColumns = 64

    /// Values that members share count once, as in a reply.
    private mutating func bytes(
        of members: ArraySlice<ObjectID>,
        _ locations: [ObjectID: Location]
    ) throws(HearthError) -> Int {
        var total = 0
        var metadata: Set<SharedValue> = []
        var numbers: Set<UInt32> = []
        func add(_ rows: MemberRows, _ row: Int, _ source: SharedValue.Source) {
            total += rows.sizes.bytes(of: row..<row + 1)
            if let index = rows.metadataIndex(of: row),
                metadata.insert(SharedValue(source: source, index: index)).inserted
            {
                total += rows.metadataBytes[index]
            }
            let number = rows.provenances[row]
            if numbers.insert(number).inserted {
                total += provenances[number].messageBytes
            }
        }
        for member in members {
            if let found = saved[member] {
                add(own[found.column], found.row, .column(found.column))
            } else if let location = locations[member] {
                add(try storedRows(location.segment), location.row, .segment(location.segment.id))
            }
        }
        return total
    }

    private mutating func storedRows(_ segment: Segment) throws(HearthError) -> MemberRows {
        if let known = stored[segment.id] { return known }
        let rows = MemberRows(try locator.reader.rows(of: segment, .everything))
        stored[segment.id] = rows
        return rows
    }
}

/// A value that several members can share.
private struct SharedValue: Hashable {
    enum Source: Hashable {
        case column(Int)
        case segment(Int64)
    }

    let source: Source
    let index: Int
}

/// Rows with what they take in a message.
private struct MemberRows {
    let sizes: RowSizes
    let metadataBytes: [Int]
    let provenances: [UInt32]
    private let metadataIndexes: [UInt32]

    init(_ rows: SegmentRows) {
        sizes = RowSizes(ofMembers: rows.samples)
        metadataBytes = rows.samples.metadata.entries.map(\.messageBytes)
        metadataIndexes = rows.samples.metadata.indexes
        provenances = rows.provenances
    }

    /// An upper bound for the bytes of all rows.
    func bytesAtMost(_ table: ProvenanceTable) -> Int {
        sizes.shared + sizes.bytes(of: 0..<provenances.count) + metadataBytes.reduce(0, +)
            + Set(provenances).reduce(0) { $0 + table[$1].messageBytes }
    }

    func metadataIndex(of row: Int) -> Int? {
        guard !metadataBytes.isEmpty else { return nil }
        return metadataIndexes.isEmpty ? 0 : Int(metadataIndexes[row])
    }
}
