package import HearthModel
internal import HearthSystem

/// Prepares the association of many samples with a workout, step by step, before the writer gets it: saves those that come
/// with it as a large save, looks up those that are stored, and makes the blocks that name all of them.
package final class AdditionEncoder {
    private let request: AddToWorkout
    private let origin: WriteOrigin
    private let save: SaveEncoder?
    /// Under which the samples are stored.
    private var members: [ObjectID]
    /// The plan of the save after which that was.
    private var plan = 0
    /// The first member without a block.
    private var nextMember = 0
    /// The indexes of stored samples that are still to be looked up. Nil if not known yet.
    private var open: ArraySlice<Int>?
    package let prepared: PreparedAddition

    /// Samples that are looked up together.
    private static let idsAtOnce = 8_192

    /// `commitsFirst`: the commit does all of it if that is little.
    package init(_ request: AddToWorkout, by origin: WriteOrigin, commitsFirst: Bool = false) {
        self.request = request
        self.origin = origin
        save =
            request.columns.isEmpty
            ? nil : SaveEncoder(request.columns, by: origin, notesIDs: true, commitsFirst: commitsFirst)
        members = request.stored
        prepared = PreparedAddition(save?.prepared, stored: request.stored.count, by: origin)
    }

    /// How often other writes of the app have made the plan of its save wrong. A step ends with it.
    package var failedPlans: Int { save?.failedPlans ?? 0 }

    /// Takes the samples under the UUIDs under which they are stored, once the save is planned. Planned again, these may be
    /// others.
    private func takeMembers(of save: SaveEncoder) {
        guard save.planCount != plan else { return }
        plan = save.planCount
        let current = save.prepared.ids + request.stored
        guard members != current else { return }
        members = current
        nextMember = 0
        prepared.forgetMembers()
    }

    /// Works as much as reading `rows` rows takes. True: the writer can have the write.
    package func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool {
        // Else the writer would stage members again and again where the save is what it has to look at.
        prepared.set(isOpen: false)
        if let save {
            guard try save.step(reader, rows: rows, newest: newest) else { return false }
            guard case .complete = save.prepared.progress else { return true }
            takeMembers(of: save)
        }
        // The writer reads the keys by which samples are found.
        guard newest.unreadBlocks(for: origin) == 0 else {
            prepared.set(isOpen: true)
            return true
        }
        let options = reader.options
        let reader = reader.beginStep(rows: rows)
        while !reader.isExhausted {
            if open == nil {
                open = try prepared.unknown(in: newest, request.stored, by: origin)[...]
            }
            if let indexes = open, !indexes.isEmpty {
                let next = Array(indexes.prefix(AdditionEncoder.idsAtOnce))
                let locator = Locator(snapshot: newest, reader: reader)
                try prepared.locate(next, of: request.stored, locator)
                open = indexes.dropFirst(next.count)
            } else if nextMember < members.count {
                let end = min(nextMember + options.segmentSamples, members.count)
                prepared.append(Array(members[nextMember..<end]), of: request.workout, reader.attachments)
                reader.charge(end - nextMember)
                nextMember = end
                if prepared.members.isFull(options) {
                    prepared.set(isOpen: true)
                    return true
                }
            } else {
                open = nil
                return true
            }
        }
        return false
    }
}

/// What is prepared of an association of samples with a workout. The reader threads and the writer use it in turns.
package final class PreparedAddition: Sendable {
    private struct State {
        /// The app under the decisions by which the samples were found.
        var origin: WriteOrigin
        var found: FoundObjects
        var members = PreparedMembers()
        /// Whether readers have more to do, and the writer stages what they have made.
        var isOpen: Bool
        /// How often the commit returned it, as more samples had moved than it may look up.
        var returns = 0
    }

    /// Nil if all samples are stored.
    let save: PreparedSave?
    private let state: Guarded<State>

    fileprivate init(_ save: PreparedSave?, stored: Int, by origin: WriteOrigin) {
        self.save = save
        state = Guarded(State(origin: origin, found: FoundObjects(count: stored), isOpen: save == nil))
    }

    /// Whether its save is not prepared any more: the commit does it if that is little.
    var isDeclined: Bool {
        if case .declined? = save?.progress { true } else { false }
    }

    /// Whether readers have prepared what the commit needs.
    var isPrepared: Bool { !commitsFirst && !isDeclined }

    /// The number of samples that the commit looks up at most, as others have moved them: twice as many in each further
    /// attempt, so that the attempts end.
    var mostUnknown: Int {
        WriteExecution.unknownMax << min(state.withLock { $0.returns }, PreparedAddition.returnsMax)
    }

    private static let returnsMax = 32

    var isLeftBehind: Bool {
        save?.isLeftBehind == true || state.withLock { $0.returns } >= PreparedSave.returnsOfLeftBehind
    }

    func noteReturn() {
        state.withLock { $0.returns += 1 }
    }

    /// Whether the commit does all of it if that is little.
    var commitsFirst: Bool {
        if case .commitFirst? = save?.progress { true } else { false }
    }

    /// The blocks that name the samples.
    var members: PreparedMembers { state.withLock { $0.members } }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    fileprivate func set(isOpen: Bool) {
        state.withLock { $0.isOpen = isOpen }
    }

    /// Which of the `count` samples are found for an app: none, if decisions have changed what it may see or do since readers
    /// looked.
    func found(of count: Int, for origin: WriteOrigin) -> FoundObjects {
        state.withLock { $0.origin === origin ? $0.found : FoundObjects(count: count) }
    }

    /// Indexes of stored samples that are not yet located in a snapshot, under its decisions, sorted by UUID.
    fileprivate func unknown(
        in snapshot: Snapshot,
        _ ids: [ObjectID],
        by origin: WriteOrigin
    ) throws(HearthError) -> [Int] {
        let current = try origin.current(in: snapshot.access)
        return state.withLock { state in
            if state.origin !== current {
                state.origin = current
                state.found = FoundObjects(count: ids.count)
            }
            state.found.update(to: snapshot)
            return state.found.unknown.sorted { ObjectID.isLess(ids[$0], ids[$1]) }
        }
    }

    fileprivate func locate(
        _ indexes: [Int],
        of ids: [ObjectID],
        _ locator: Locator
    ) throws(HearthError) {
        try state.withLock { (state) throws(HearthError) in
            let origin = state.origin
            try state.found.locate(indexes, of: ids, by: origin, locator)
            guard origin.view != nil else { return }
            for index in indexes {
                guard let (location, _) = state.found[index] else { continue }
                try origin.checkAdding(location, at: index)
            }
        }
    }

    fileprivate func append(_ members: [ObjectID], of workout: ObjectID, _ coder: MetadataCoder) {
        _ = self.members.append(members, of: workout, coder)
    }

    /// The members are others: the save was planned again.
    fileprivate func forgetMembers() {
        state.withLock { $0.members = PreparedMembers() }
    }
}
