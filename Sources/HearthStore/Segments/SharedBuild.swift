internal import HearthModel
internal import HearthSystem

/// The samples of a workout as a set that several readers build together, each in its own steps. One that wants the set does
/// a part of what is left, so that it is built once, however many want it.
final class SharedBuild: Sendable {
    private struct State: Sendable {
        var open: ArraySlice<Association>
        /// The number of those that readers are reading.
        var underWay = 0
        var samples = MemberSetBuilder()
        var finished: MemberSet?
    }

    private let key: SharedMembers.Key
    private let state: Guarded<State>
    /// The memory of the whole set, for which there is room from the beginning.
    let heldBytes: Int

    init(_ key: SharedMembers.Key, of associations: [Association]) {
        self.key = key
        var state = State(open: associations[...])
        state.samples.reserve(associations.reduce(0) { $0 + $1.summary.count })
        heldBytes = state.samples.heldBytes
        self.state = Guarded(state)
    }

    /// The set; nil: the step has done its work before it was complete, or others read the rest.
    func proceed(_ reader: SegmentReader) throws(HearthError) -> MemberSet? {
        while !reader.isExhausted {
            if let finished = finish(reader) { return finished }
            guard let association = take() else {
                reader.endStep()
                return nil
            }
            reader.charge(association.summary.count)
            try read(association, reader)
        }
        return finish(reader)
    }

    private func take() -> Association? {
        state.withLock { state in
            let next = state.open.popFirst()
            state.underWay += next == nil ? 0 : 1
            return next
        }
    }

    /// Reads a block without the lock, so that no reader waits for the disk reads of another.
    private func read(_ association: Association, _ reader: SegmentReader) throws(HearthError) {
        do throws(HearthError) {
            let members = try reader.members(of: association)
            state.withLock { state in
                state.samples.insert(members)
                state.underWay -= 1
            }
        } catch {
            state.withLock { state in
                state.open.append(association)
                state.underWay -= 1
            }
            throw error
        }
    }

    private func finish(_ reader: SegmentReader) -> MemberSet? {
        state.withLock { state in
            guard state.finished == nil, state.open.isEmpty, state.underWay == 0 else { return state.finished }
            let finished = reader.share(state.samples.finished(), as: key)
            state.samples = MemberSetBuilder()
            state.finished = finished
            return finished
        }
    }
}
