internal import HearthModel

/// Checks, step by step, that a reply can carry each correlation that a save adds or changes, with its members.
///
///     what replaces samples is larger -> bounds of all correlations -> where the members of suspects are
///         -> bounds of suspects -> sizes of their members -> sums
///
/// Mostly bounds say enough. The members of a suspect may be in as many segments, each of which is read once: only the sizes
/// of members are kept.
struct CorrelationSizes {
    private enum Phase {
        case growth
        case bounds
        case suspects
        case members
        case saved
        case stored
        case suspectBounds
        case sizes
        case sums
        case checked
    }

    /// Which samples a correlation is among.
    private enum Part {
        /// Those that the save adds from a column.
        case added(column: Int)
        /// Stored ones in which new versions replace members.
        case changed(Int)
    }

    /// A correlation that could be too large.
    private struct Suspect {
        let part: Part
        let id: ObjectID
        let row: Int
        /// Without its members.
        let bytes: Int
        let members: ArraySlice<ObjectID>
    }

    /// Where a member is.
    private enum Place {
        case column(Int, row: Int)
        case stored(Location)
    }

    private let decisions: SaveDecisions
    private let changed: [SegmentRows]
    private let snapshot: Snapshot
    private var provenances: ProvenanceTable { snapshot.provenances }

    private var phase: Phase
    /// The number of the next column, part or suspect of a phase.
    private var next = 0
    private var growth: ReplacementGrowth?
    private var replacementsGrow = false
    private let hasCorrelations: Bool
    /// Upper bounds for the bytes of all rows of each column of the save.
    private var columnBytes: [Int] = []
    private var parts: [Part] = []
    /// Bounds of one member for each type of correlations.
    private var largest: [ObjectType: Int] = [:]
    private var suspects: [Suspect] = []
    /// Those of them whose members have to be measured.
    private var measured: [Suspect] = []
    /// Members of suspects. Then those of them that are not found yet.
    private var sought: Set<ObjectID> = []
    private var places: [ObjectID: Place] = [:]
    private var unlocated: ArraySlice<ObjectID> = []
    /// The members that are being located, and the segments in which they may be.
    private var located: [ObjectID] = []
    private var candidates: ArraySlice<(segment: Segment, ids: [Int])> = []
    private var unmeasured = UnmeasuredMembers()
    private var sizes = MemberSizes()

    private static let locatedAtOnce = 4_096
    /// The work of reading a segment in addition to its rows, in rows that are read.
    private static let workOfSegment = 64
    /// Columns that a member's segment leaves out, and others in the reply fill in.
    private static let bytesOfMissingColumns = 64

    /// `changed`: stored correlations in which new versions replace members.
    init(_ decisions: SaveDecisions, changed: [SegmentRows], in snapshot: Snapshot) {
        self.decisions = decisions
        self.changed = changed
        self.snapshot = snapshot
        growth = changed.isEmpty ? nil : ReplacementGrowth(decisions)
        hasCorrelations = decisions.columns.contains { $0.samples.type.kind == .correlation }
        phase = changed.isEmpty ? hasCorrelations ? .bounds : .checked : .growth
    }

    /// Does the next step. False: all are checked. Throws if one of them is too large.
    mutating func proceed(_ reader: SegmentReader) throws(HearthError) -> Bool {
        switch phase {
        case .growth: try compare(reader)
        case .bounds: boundColumn(reader)
        case .suspects: findSuspects(reader)
        case .members: noteMembers(reader)
        case .saved: findSaved(reader)
        case .stored: try findStored(reader)
        case .suspectBounds: boundSuspect(reader)
        case .sizes: try measure(reader)
        case .sums: try add(reader)
        case .checked: return false
        }
        return true
    }

    private mutating func begin(_ phase: Phase) {
        self.phase = phase
        next = 0
    }

    /// The number of the next one of `count`. Nil if all are done.
    private mutating func takeNext(of count: Int) -> Int? {
        guard next < count else { return nil }
        defer { next += 1 }
        return next
    }
}

// MARK: - Suspects

extension CorrelationSizes {
    /// Continues to find out whether the stored correlations grow.
    private mutating func compare(_ reader: SegmentReader) throws(HearthError) {
        guard let grow = try growth?.proceed(reader) else { return }
        growth = nil
        replacementsGrow = grow
        begin(grow || hasCorrelations ? .bounds : .checked)
    }

    /// Finds a bound for the bytes of the next column.
    private mutating func boundColumn(_ reader: SegmentReader) {
        if let column = takeNext(of: decisions.columns.count) {
            let rows = decisions.columns[column]
            reader.charge(1 + rows.count / 8)
            let numbers = Set(rows.provenances)
            columnBytes.append(
                rows.samples.messageBytesAsMembers + numbers.reduce(0) { $0 + provenances[$1].messageBytes }
            )
            return
        }
        // Mostly all samples of the save together are not too large.
        let areLarge = decisions.hasStandIns || columnBytes.reduce(0, +) > Limits.sampleBytes
        if hasCorrelations, areLarge {
            parts += decisions.columns.indices.filter { decisions.columns[$0].samples.type.kind == .correlation }
                .map { Part.added(column: $0) }
        }
        if replacementsGrow {
            parts += changed.indices.map { Part.changed($0) }
        }
        begin(parts.isEmpty ? .checked : .suspects)
    }

    /// Finds the correlations of the next part that could be too large.
    private mutating func findSuspects(_ reader: SegmentReader) {
        guard let index = takeNext(of: parts.count) else {
            return begin(suspects.isEmpty ? .checked : .members)
        }
        let part = parts[index]
        let samples =
            switch part {
            case .added(let column): decisions.addedRows(of: column).samples
            case .changed(let index): changed[index].samples
            }
        reader.charge(samples.count)
        guard case .correlation(let columns) = samples.payload, samples.count > 0 else { return }
        let bound = largest[samples.type] ?? largestSource(of: samples.type, reader)
        largest[samples.type] = bound
        let bytes = samples.messageBytesOfRows
        for (row, range) in Series(columns.lengths).ranges.enumerated()
        where bytes[row] + range.count * bound > Limits.sampleBytes {
            let members = columns.members[range]
            suspects.append(Suspect(part: part, id: samples.ids[row], row: row, bytes: bytes[row], members: members))
        }
    }

    /// A bound of the bytes of one member: no segment, and no column of the save, has more.
    private func largestSource(of correlation: ObjectType, _ reader: SegmentReader) -> Int {
        var largest = columnBytes.max() ?? 0
        for (type, list) in snapshot.samples where correlation.allowsMember(type) {
            reader.charge(1 + list.count / 8)
            for segment in list.elements {
                largest = max(largest, bytesAtMost(segment.summary))
            }
        }
        return largest + CorrelationSizes.bytesOfMissingColumns
    }

    private func bytesAtMost(_ segment: SegmentSummary) -> Int {
        segment.encodedSize + segment.provenances.reduce(0) { $0 + provenances[$1].messageBytes }
    }
}

// MARK: - Members

extension CorrelationSizes {
    private mutating func noteMembers(_ reader: SegmentReader) {
        guard let index = takeNext(of: suspects.count) else { return begin(.saved) }
        reader.charge(1 + suspects[index].members.count)
        sought.formUnion(suspects[index].members)
    }

    /// Finds members in the next column of the save.
    private mutating func findSaved(_ reader: SegmentReader) {
        guard let column = takeNext(of: decisions.columns.count) else {
            unlocated = Array(sought)[...]
            sought = []
            return begin(.stored)
        }
        let samples = decisions.columns[column].samples
        guard samples.type.kind != .correlation else { return }
        reader.charge(samples.count)
        for (row, id) in samples.ids.enumerated() where sought.remove(id) != nil {
            places[id] = .column(column, row: row)
        }
    }

    /// Finds members in the next segment.
    private mutating func findStored(_ reader: SegmentReader) throws(HearthError) {
        let locator = Locator(snapshot: snapshot, reader: reader)
        guard let (segment, indexes) = candidates.popFirst() else {
            guard !unlocated.isEmpty else { return begin(.suspectBounds) }
            // Many at once: to look one up by itself takes as long as a hundred together.
            located = Array(unlocated.prefix(CorrelationSizes.locatedAtOnce))
            unlocated = unlocated.dropFirst(located.count)
            reader.charge(located.count)
            candidates = locator.candidates(for: located)[...]
            return
        }
        reader.charge(CorrelationSizes.workOfSegment)
        let lacking = indexes.filter { places[located[$0]] == nil }
        try locator.forEachStored(of: located, lacking, in: segment) { places[located[$0]] = .stored($1) }
    }

    /// Finds a better bound of the next suspect. If that is too large, its members are measured.
    private mutating func boundSuspect(_ reader: SegmentReader) {
        guard let index = takeNext(of: suspects.count) else {
            places = [:]
            return begin(measured.isEmpty ? .checked : .sizes)
        }
        let suspect = suspects[index]
        reader.charge(1 + suspect.members.count)
        guard suspect.bytes + bytesAtMost(suspect.members) > Limits.sampleBytes else { return }
        measured.append(suspect)
        for member in suspect.members {
            switch places[member] {
            case .column(let column, let row)?: unmeasured.add(member, .column(column), row)
            case .stored(let location)?: unmeasured.add(member, .segment(location.segment), location.row)
            case nil: break
            }
        }
    }

    /// A bound of the bytes of members, from the directory: a segment's rows are no larger than the segment.
    private func bytesAtMost(_ members: ArraySlice<ObjectID>) -> Int {
        var total = 0
        var segments: Set<Int64> = []
        var columns: Set<Int> = []
        for member in members {
            switch places[member] {
            case .column(let column, _)?:
                if columns.insert(column).inserted {
                    total += columnBytes[column]
                }
            case .stored(let location)?:
                if segments.insert(location.segment.id).inserted {
                    total += bytesAtMost(location.segment.summary)
                }
            case nil: break
            }
        }
        return total + members.count * CorrelationSizes.bytesOfMissingColumns
    }

    /// Measures the members in the next column or segment.
    private mutating func measure(_ reader: SegmentReader) throws(HearthError) {
        guard let (source, members) = unmeasured.popLast() else { return begin(.sums) }
        let rows: SegmentRows
        switch source {
        case .column(let column):
            rows = decisions.columns[column]
            reader.charge(rows.count)
        case .segment(let segment):
            reader.charge(CorrelationSizes.workOfSegment + members.count)
            rows = try reader.rows(of: segment, [.sample, .series])
        }
        sizes.note(members, in: rows)
    }

    /// Adds up the bytes of the next suspect.
    private mutating func add(_ reader: SegmentReader) throws(HearthError) {
        guard let index = takeNext(of: measured.count) else { return begin(.checked) }
        let suspect = measured[index]
        reader.charge(1 + suspect.members.count)
        guard suspect.bytes + sizes.bytes(of: suspect.members, provenances) > Limits.sampleBytes else { return }
        switch suspect.part {
        case .added(let column):
            let number = decisions.columns[column].samples.ids.firstIndex(of: suspect.id) ?? suspect.row
            throw CorrelationSizes.tooLarge("columns[\(column)].correlation.lengths[\(number)]")
        case .changed(let index):
            // A member made it so: one of those with sync identifiers.
            let type = changed[index].samples.type
            let column = decisions.columns.firstIndex { type.allowsMember($0.samples.type) } ?? 0
            throw CorrelationSizes.tooLarge("columns[\(column)].metadata")
        }
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
