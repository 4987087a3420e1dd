import HearthModel
import HearthStore

/// A write that is complete and waits for its turn on the disk.
struct StagedWrite {
    let call: CallID
    let write: Write
    /// Bytes that it had on the wire.
    let bytes: Int
    let reply: Answer

    /// How the client hears of it.
    enum Answer {
        case committed(SaveAssembly?)
        case characteristics
    }

    /// The request's field, in which errors of the store lie.
    var field: String {
        switch write.operation {
        case .save: "save"
        case .delete: "delete_objects"
        case .addToWorkout: "add_to_workout"
        case .setCharacteristics: "characteristics.set"
        }
    }
}

/// The writes that are complete: those that the writer has, and those that wait for it.
struct WriteQueue {
    private(set) var waiting: [StagedWrite] = []
    private(set) var underWay: [StagedWrite] = []

    var isEmpty: Bool { waiting.isEmpty && underWay.isEmpty }

    mutating func append(_ write: StagedWrite) {
        waiting.append(write)
    }

    /// The next group for the writer; nil while it has one, or when there is none.
    mutating func takeGroup(atMost most: Int) -> [Write]? {
        guard underWay.isEmpty, !waiting.isEmpty else { return nil }
        underWay = Array(waiting.prefix(most))
        waiting.removeFirst(underWay.count)
        return underWay.map(\.write)
    }

    /// The group that the writer has finished.
    mutating func finishGroup() -> [StagedWrite] {
        defer { underWay = [] }
        return underWay
    }
}
