internal import HearthModel
internal import HearthSystem

/// Blocks that name what becomes a member of workouts with a large write. Readers make them, and the writer stages them a few
/// at a time: newer versions may belong to any number of workouts. A staged block is retired: it is deleted if the write is
/// given up, also by the end of the process.
///
/// The reader threads and the writer use it in turns.
final class PreparedMembers: AssociationStagingOwner {
    fileprivate struct State {
        /// The blocks that are not staged.
        var encoded = AssociationBlocks()
        /// The number of the first of these; blocks are numbered from 0 on.
        var firstEncoded = 0
        /// The number before that which the first of these was last staged with.
        var stagedAfter: Int64 = 0
        var staged: [Int: Association] = [:]
        /// What the index of members gets for the staged blocks.
        var keys = FingerprintRuns()
        /// The same for those that were staged last: a reader adds it.
        var newKeys: (runs: FingerprintRuns, after: UInt64)?
    }

    private let state = Guarded(State())

    /// Whether the writer has to stage the encoded blocks before more are encoded.
    func isFull(_ options: StoreOptions) -> Bool { state.withLock { $0.encoded.bytes >= options.preparedBytes } }

    /// Makes a block of samples that become members of a workout, and returns its number.
    func append(_ members: [ObjectID], of workout: ObjectID, _ coder: MetadataCoder) -> Int {
        state.withLock { state in
            state.addNewKeys()
            state.encoded.append(members, of: workout, coder)
            return state.firstEncoded + state.encoded.count - 1
        }
    }

    /// Forgets blocks that are not needed any more.
    func drop(_ numbers: [Int]) {
        state.withLock { state in
            for number in numbers {
                state.staged[number] = nil
                if number >= state.firstEncoded {
                    state.encoded.drop(number - state.firstEncoded)
                }
            }
        }
    }

    /// Stages the blocks that are not staged.
    func stage(in working: inout WorkingState) {
        let encoded = state.withLock { $0.encoded }
        guard encoded.bytes > 0 else { return }
        let before = encoded.stage(in: &working, of: self)
        state.withLock { $0.stagedAfter = before }
    }

    func noteStaged(_ associations: [Association]) {
        state.withLock { state in
            state.addNewKeys()
            for association in associations {
                let position = Int(association.id - state.stagedAfter) - 1
                state.staged[state.firstEncoded + position] = association
            }
            state.newKeys = (state.encoded.keys, UInt64(state.stagedAfter))
            state.firstEncoded += state.encoded.count
            state.encoded = AssociationBlocks()
        }
    }

    /// Adds blocks to workouts, by their numbers. Nil adds all to the workouts that they were made for.
    func add(_ workouts: [Int: ObjectID]?, to working: inout WorkingState) {
        let state = state.withLock { $0 }
        let workout = { (number: Int, first: ObjectID) in workouts == nil ? first : workouts?[number] }
        let staged = state.staged.sorted { $0.key < $1.key }.compactMap { number, association in
            workout(number, association.workout).map { (association, $0) }
        }
        working.adopt(staged)
        working.snapshot.associatedSamples.add(state.keys, after: 0)
        if let (runs, head) = state.newKeys {
            working.snapshot.associatedSamples.add(runs, after: head)
        }
        state.encoded.add(to: &working) { workout(state.firstEncoded + $0, $1) }
    }
}

extension PreparedMembers.State {
    fileprivate mutating func addNewKeys() {
        guard let (runs, head) = newKeys else { return }
        keys.add(runs, after: head)
        newKeys = nil
    }
}
