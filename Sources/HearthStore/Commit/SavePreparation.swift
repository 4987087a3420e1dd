package import HearthModel

/// Prepares a large save, step by step, before the writer gets it. The writer then checks what changed since, and returns
/// the save if that is much, or if blocks are missing.
///
///     number provenances -> check, normalize -> decide -> encode blocks <-> writer stages them
///
/// A save that replaces stored samples, or has correlations, is left to the commit as a whole.
package final class SavePreparation {
    private enum Phase {
        case begun
        case storing([SegmentRows])
        case deciding(SaveDecisions, head: UInt64)
        case encoding(ArraySlice<SegmentRows>, RowSizes?, start: Int)
        case complete
        case declined
        /// While a step makes the next phase.
        case none
    }

    private let columns: [SampleColumns]
    private let origin: WriteOrigin
    private let keepsIDs: Bool
    private var phase = Phase.begun
    /// How often the save was decided.
    private var decisions = 0
    package let prepared = PreparedSave()

    /// Others save what the save depends on. After this many times the commit does all of it.
    private static let decisionsMax = 4
    /// The work of a row, in rows that are read: to encode it, and to decide what becomes of it.
    private static let workOfEncoding = 4
    private static let workOfDeciding = 2

    /// `keepsIDs`: all samples have to be stored under the UUIDs that they come with.
    package init(_ columns: [SampleColumns], by origin: WriteOrigin, keepsIDs: Bool = false) {
        self.columns = columns
        self.origin = origin
        self.keepsIDs = keepsIDs
    }

    /// The commit does all of the save.
    package func decline() {
        phase = .declined
        prepared.set(.declined)
    }

    /// Works as much as reading `rows` rows takes. True: the writer can have the save.
    package func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool {
        let options = reader.options
        let reader = reader.beginStep(rows: rows)
        while !reader.isExhausted {
            // The values in it are changed where they are.
            let phase = phase
            self.phase = .none
            switch phase {
            case .begun:
                if begin(newest) { return true }
            case .storing(let stored): self.phase = try store(stored, newest, reader)
            case .deciding(let decisions, let head): self.phase = decide(decisions, head, reader)
            case .encoding(let pieces, let sizes, let start):
                self.phase = encode(pieces, sizes, start, options, newest, reader)
                if prepared.isFull(options) { return true }
            case .complete:
                self.phase = .complete
                if try complete(newest, reader) { return true }
            case .declined, .none:
                decline()
                return true
            }
        }
        return false
    }

    /// True: the writer has to number the provenances that have no number.
    private func begin(_ newest: Snapshot) -> Bool {
        phase = .begun
        guard decisions < SavePreparation.decisionsMax,
            columns.indices.allSatisfy({ columns[$0].type.kind != .correlation })
        else {
            decline()
            return true
        }
        var unnumbered: [Provenance?] = []
        for index in columns.indices {
            _ = columns[index].provenance.numbers(rows: columns[index].count) { provenance in
                if let number = newest.provenances.number(of: origin.provenance(provenance)) { return number }
                unnumbered.append(provenance)
                return 0
            }
        }
        guard unnumbered.isEmpty, newest.identifiers.isComplete, newest.syncKeys.isComplete else {
            prepared.set(.waitingForNumbers(unnumbered))
            return true
        }
        decisions += 1
        prepared.set(.open)
        phase = .storing([])
        return false
    }

    /// Brings the next columns into the form in which they are stored.
    private func store(
        _ stored: [SegmentRows],
        _ newest: Snapshot,
        _ reader: SegmentReader
    ) throws(HearthError) -> Phase {
        guard stored.count < columns.count else {
            return .deciding(SaveDecisions(of: stored, by: origin.app, in: newest), head: newest.head)
        }
        let next = try CheckedColumns(columns[stored.count...stored.count], from: origin)
        reader.charge(columns[stored.count].count)
        let rows = next.stored(by: origin.app) { provenance in
            newest.provenances.number(of: origin.provenance(provenance)) ?? 0
        }
        return .storing(stored + rows)
    }

    private func decide(
        _ known: SaveDecisions,
        _ head: UInt64,
        _ reader: SegmentReader
    ) -> Phase {
        var decisions = known
        reader.charge(SavePreparation.workOfDeciding * columns.reduce(0) { $0 + $1.count } / max(columns.count, 1))
        do throws(HearthError) {
            guard try !decisions.decideNext(reader) else { return .deciding(decisions, head: head) }
        } catch {
            // A write before it, which is not committed yet, may make room for it.
            prepared.note(decisions, columns.flatMap(\.ids), error, head: head)
            prepared.set(.complete)
            return .complete
        }
        guard decisions.replacements.isEmpty, !keepsIDs || !decisions.hasStandIns else { return .declined }
        var pieces = decisions.addedRows.joinedByType()
        pieces.number(after: 0, commit: UInt64(decisions.addedCount))
        // A sample that loses against another one has a UUID, too, that must not be saved meanwhile.
        let newIDs = decisions.hasStandIns ? columns.flatMap(\.ids) : pieces.flatMap(\.samples.ids)
        prepared.note(decisions, newIDs, head: head)
        return .encoding(pieces[...], nil, start: 0)
    }

    /// Encodes the next block.
    private func encode(
        _ pieces: ArraySlice<SegmentRows>,
        _ known: RowSizes?,
        _ start: Int,
        _ options: StoreOptions,
        _ newest: Snapshot,
        _ reader: SegmentReader
    ) -> Phase {
        guard let rows = pieces.first else {
            prepared.set(.complete)
            return .complete
        }
        guard start < rows.count else { return .encoding(pieces.dropFirst(), nil, start: 0) }
        let sizes = known ?? RowSizes(of: rows.samples)
        let end = rows.endOfPiece(from: start, sizes, options)
        let piece = end - start == rows.count ? rows : rows.selecting(.range(start..<end))
        reader.charge(SavePreparation.workOfEncoding * (piece.count + piece.encodedSize / 256))
        prepared.append(
            piece,
            hasUnorderedIDs: IdentifierOrder.areUnordered(piece.samples.ids, amid: newest.samples.values),
            reader.attachments
        )
        return .encoding(pieces, sizes, start: end)
    }

    /// True: the writer can have the save.
    private func complete(_ newest: Snapshot, _ reader: SegmentReader) throws(HearthError) -> Bool {
        switch try prepared.check(in: newest, reader) {
        case .holds: return true
        case .tooMuch, .fails:
            phase = .begun
            return false
        }
    }
}
