internal import HearthModel

/// Plans a save, step by step: what becomes of its samples, and of the correlations and workouts that have those which they
/// replace. The rules for saves with conflicts, sync identifiers or correlations. `SaveBatch` handles all other saves.
/// The commit plans a small save, readers plan a large one before it.
///
///     check -> number provenances -> normalize -> decide -> find correlations that change -> sort -> check sizes
///         -> find workouts
///
/// A class: what it finds of a large save is long, and changed where it is.
final class SavePlanner {
    /// What a step has come to.
    enum Step {
        case more
        /// These provenances have no numbers: `use` continues with a state in which they have.
        case lacksNumbers([Provenance])
        /// What the save adds and takes out is known, and not what becomes of workouts.
        case decided(SaveChanges)
        /// The reader has done its work, and the search continues with the next.
        case isExhausted
        case done
    }

    private enum Phase {
        case checking
        case numbering
        case normalizing
        case deciding
        case changing
        case sorting
        case sizing
        case associating
        case planned
        case refused(HearthError)
    }

    private let columns: [SampleColumns]
    private let origin: WriteOrigin
    private let options: StoreOptions
    private let findsMembers: Bool
    /// The state that the save is decided in.
    private var snapshot: Snapshot

    private var phase = Phase.checking
    // What is found, each when the one before it is complete.
    private var checked: [CheckedColumns] = []
    private var numbers: ProvenanceNumbers
    private var stored: [SegmentRows] = []
    private var decisions: SaveDecisions?
    private var correlations: CorrelationChanges?
    private var sorted: RowsByType?
    private var changes: SaveChanges?
    private var sizes: CorrelationSizes?
    private var memberships: FollowedMemberships?

    /// The work of looking up a provenance, and how many are looked up together.
    private static let workOfNumbering = 32
    private static let numberedAtOnce = 256

    /// `findsMembers`: whether the plan has what becomes of workouts. Else `SaveCheck` finds it.
    init(
        _ columns: [SampleColumns],
        by origin: WriteOrigin,
        in snapshot: Snapshot,
        _ options: StoreOptions,
        findsMembers: Bool = true
    ) {
        self.findsMembers = findsMembers
        self.columns = columns
        self.origin = origin
        self.snapshot = snapshot
        self.options = options
        numbers = ProvenanceNumbers(from: origin)
    }

    /// Continues with the same state after the writer has numbered provenances or completed indexes.
    func use(_ snapshot: Snapshot) {
        self.snapshot = snapshot
        if case .numbering = phase {
            numbers = ProvenanceNumbers(from: origin)
        }
    }

    /// The work of the next step beyond what it reads, in rows.
    var nextWork: Int {
        switch phase {
        case .checking: checked.count < columns.count ? columns[checked.count].count : 0
        case .numbering: SavePlanner.workOfNumbering * SavePlanner.numberedAtOnce
        case .normalizing: stored.count < columns.count ? columns[stored.count].count : 0
        case .deciding, .changing, .sorting, .sizing, .associating, .planned, .refused: 0
        }
    }

    /// Throws if the save must be refused whatever is stored; what depends on that is part of the result.
    func step(_ reader: SegmentReader) throws(HearthError) -> Step {
        switch phase {
        case .checking: try check()
        case .numbering: return try number()
        case .normalizing: try normalize()
        case .deciding: decide(reader)
        case .changing: return try change(reader)
        case .sorting: return sort(reader)
        case .sizing: checkSizes(reader)
        case .associating: return try associate(reader)
        case .planned, .refused: return .done
        }
        return .more
    }
}

// MARK: - Steps

extension SavePlanner {
    private func check() throws(HearthError) {
        guard checked.count < columns.count else {
            phase = .numbering
            return
        }
        checked.append(try CheckedColumns(columns[checked.count...checked.count], from: origin))
    }

    private func number() throws(HearthError) -> Step {
        let table = snapshot.provenances
        guard numbers.lookUp(columns[...], in: table, atMost: SavePlanner.numberedAtOnce) else { return .more }
        try numbers.checkRoom(in: table, options)
        guard numbers.lacking.isEmpty else { return .lacksNumbers(numbers.lacking) }
        phase = .normalizing
        return .more
    }

    /// Brings the next columns into the form in which they are stored.
    private func normalize() throws(HearthError) {
        guard stored.count < columns.count else {
            try columns.checkMembers()
            decisions = SaveDecisions(stored, by: origin, in: snapshot)
            checked = []
            stored = []
            phase = .deciding
            return
        }
        stored += checked[stored.count].stored(by: origin.app, numbers)
    }

    private func decide(_ reader: SegmentReader) {
        do throws(HearthError) {
            guard try decisions?.proceed(reader) != true else { return }
        } catch {
            var refusal = error
            refusal.hiddenSample = hidesConflict(reader) ? decisions?.conflict?.id : nil
            phase = .refused(refusal)
            return
        }
        correlations = decisions.map { CorrelationChanges($0, in: snapshot, options) }
        phase = .changing
    }

    /// Whether the save is refused because of a sample that its app may not see, or whose deletion it may not see.
    private func hidesConflict(_ reader: SegmentReader) -> Bool {
        guard let view = origin.view, let (id, match) = decisions?.conflict else { return false }
        guard match == .different else { return match == .hiddenDeleted }
        let locator = Locator(snapshot: snapshot, reader: reader)
        do throws(HearthError) {
            return try locator.locate([id], visibleThrough: view)[0] == nil
        } catch {
            // What cannot be read now could not be seen, either.
            return true
        }
    }

    /// Finds the next stored correlations that the save changes.
    private func change(_ reader: SegmentReader) throws(HearthError) -> Step {
        guard try correlations?.proceed(reader) == true else { return .isExhausted }
        sorted = decisions.map { RowsByType($0.addedRows) }
        phase = .sorting
        return .more
    }

    /// Sorts the next rows that the save adds.
    private func sort(_ reader: SegmentReader) -> Step {
        guard sorted?.proceed(reader) != true else { return .more }
        guard let decisions, let correlations, let sorted else { preconditionFailure("a save that is not decided") }
        let changes = SaveChanges(decisions, adding: sorted.joined, correlations)
        self.changes = changes
        self.sorted = nil
        phase = .sizing
        return .decided(changes)
    }

    /// Does the next part of the check whether a reply can carry the correlations that the save adds or changes. Refuses the
    /// save if not.
    private func checkSizes(_ reader: SegmentReader) {
        guard let decisions, let correlations else { preconditionFailure("a save that is not decided") }
        do throws(HearthError) {
            var sizes =
                self.sizes.take() ?? CorrelationSizes(decisions, changed: correlations.changed, in: snapshot)
            guard try !sizes.proceed(reader) else {
                self.sizes = sizes
                return
            }
        } catch {
            phase = .refused(error)
            return
        }
        guard findsMembers, !decisions.replacements.isEmpty else {
            phase = .planned
            return
        }
        var memberships = FollowedMemberships(
            decisions.replacedIDs,
            replacesWorkouts: decisions.replacesWorkouts
        ).inCommit
        memberships.begin(in: snapshot, reader)
        self.memberships = memberships
        phase = .associating
    }

    /// Finds the next workouts whose samples the save changes.
    private func associate(_ reader: SegmentReader) throws(HearthError) -> Step {
        guard try memberships?.proceed(in: snapshot, reader, options) != nil else { return .isExhausted }
        phase = .planned
        return .done
    }
}

// MARK: - Results

extension SavePlanner {
    /// What the save changes. Throws if it must be refused, as long as what it depends on does not change.
    func planned() throws(HearthError) -> SaveChanges {
        if case .refused(let error) = phase { throw error }
        guard var changes, case .planned = phase else { preconditionFailure("a save that is not planned") }
        if let memberships {
            changes.set(memberships)
        }
        return changes
    }

    private var isPlanned: Bool {
        if case .planned = phase { true } else { false }
    }

    /// What the result depends on.
    var dependencies: SaveDependencies {
        guard let decisions else { preconditionFailure("a save that is not decided") }
        var newIDs = columns.flatMap(\.ids)
        // A sample that loses against another also has a UUID that must not be saved meanwhile.
        if isPlanned, !decisions.hasStandIns, case .rows(let samples, _)? = changes?.additions {
            newIDs = samples.flatMap(\.samples.ids)
        }
        return SaveDependencies(
            decisions,
            changes,
            followsMembers: isPlanned,
            newIDs: newIDs,
            by: origin,
            in: snapshot
        )
    }

    /// The UUIDs under which the samples are stored, in the order of the columns.
    func storedIDs(_ reader: SegmentReader) -> [ObjectID] {
        let ids = columns.flatMap(\.ids)
        return decisions?.standIns(for: ids, reader) ?? ids
    }
}

// MARK: - Members

extension [SampleColumns] {
    /// The members of all correlations.
    var correlationMembers: Set<ObjectID> {
        reduce(into: []) { members, samples in
            guard case .correlation(let columns) = samples.payload else { return }
            members.formUnion(columns.members)
        }
    }

    /// The members of correlations come in the same write, and their types fit.
    fileprivate func checkMembers() throws(HearthError) {
        let correlations = indices.filter { self[$0].type.kind == .correlation }
        guard !correlations.isEmpty else { return }
        // Of the other samples nothing is noted: a large save has many of them.
        let members = correlationMembers
        // A UUID can come with several types. In the end one of them prevails.
        var types: [ObjectID: Set<ObjectType>] = [:]
        for samples in self {
            for id in samples.ids where members.contains(id) {
                types[id, default: []].insert(samples.type)
            }
        }
        for index in correlations {
            guard case .correlation(let columns) = self[index].payload else { continue }
            for (position, member) in columns.members.enumerated() {
                guard types[member]?.contains(where: self[index].type.allowsMember) == true else {
                    throw HearthError(
                        .invalidArgument,
                        "Each member of a correlation comes in the same save and is of a type that the correlation can contain.",
                        field: "columns[\(index)].members[\(position)]"
                    )
                }
            }
        }
    }
}
