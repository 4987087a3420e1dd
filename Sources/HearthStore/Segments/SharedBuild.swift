internal import HearthModel
internal import HearthSystem

/// The samples of a workout as a set that several readers build together, each in its own steps. One that wants the set does
/// a part of what is left, so that it is built once, however many want it.
final class SharedBuild: Sendable {
    private struct State: Sendable {
        var open: ArraySlice<Association>
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

    /// The set; nil: the step has done its work before it was complete.
    func proceed(_ reader: SegmentReader) throws(HearthError) -> MemberSet? {
        try state.withLock { (state) throws(HearthError) in try proceed(&state, reader) }
    }

    private func proceed(_ state: inout State, _ reader: SegmentReader) throws(HearthError) -> MemberSet? {
        if let finished = state.finished { return finished }
        while let association = state.open.first {
            guard !reader.isExhausted else { return nil }
            reader.charge(association.summary.count)
            state.samples.insert(try reader.members(of: association))
            state.open.removeFirst()
        }
        let finished = reader.share(state.samples.finished(), as: key)
        state.samples = MemberSetBuilder()
        state.finished = finished
        return finished
    }
}
