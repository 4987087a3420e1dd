import HearthModel
import HearthStore

/// A write that is complete and waits for its turn on the disk. A class: it goes through several queues, and is large.
final class StagedWrite {
    let author: Author
    /// Without its samples once the store has them.
    private(set) var operation: Write.Operation
    /// Bytes that it had on the wire.
    let bytes: Int
    /// Nil: the server writes something for itself.
    let client: Client?
    /// Finds what the write deletes; nil: it is ready to be written.
    private(set) var search: DeletionTask?
    private var found = FoundRows()

    init(
        _ operation: Write.Operation,
        of author: Author,
        bytes: Int = 0,
        client: Client? = nil,
        search: DeletionTask? = nil
    ) {
        self.search = search
        self.author = author
        self.operation = operation
        self.bytes = bytes
        self.client = client
    }

    /// The write as the store takes it. From then on the samples belong to the store alone, whose thread frees them.
    func handOver() -> Write {
        var write = Write(origin: author.origin, operation: operation)
        if case .save = operation {
            operation = .save([])
        }
        write.found = found
        return write
    }

    /// Whether nothing is left to be done for it before it is written.
    var isReady: Bool { search == nil }

    /// The search has ended, or cannot go on: the writer searches what was not found.
    func finishSearch() {
        found = search?.found ?? found
        search = nil
    }

    var app: String { author.app }

    /// The call that asks for it, and what it is answered with.
    struct Client {
        let session: Session
        let call: UInt64
        let reply: Answer
    }

    /// How the client hears of it.
    enum Answer {
        case committed(SaveAssembly?)
        case characteristics
        case registrations
        /// With where a cursor of the app stands then, or with nothing: "".
        case acknowledged(cursor: String)
        case backgroundApp
    }

    /// The request's field, in which errors of the store lie.
    var field: String {
        switch operation {
        case .save: "save"
        case .delete: "delete_objects"
        case .addToWorkout: "add_to_workout"
        case .setCharacteristics: "characteristics.set"
        case .register: "background_delivery"
        case .acknowledge: "acknowledge"
        case .note: "background_control"
        }
    }
}
