import HearthModel
import HearthStore

/// A write from its request to its outcome. Only the scheduler has it. A class: it moves through several queues.
final class ScheduledWrite {
    /// Nil for a save that the writer has.
    private var write: Write?
    let app: AppID
    let ticket: WriteTicket
    let account: ClientAccount
    /// The memory that the request is counted with: its size on the wire, or that of its terms if they take more.
    let bytes: Int
    /// The call that it answers; nil for a write of the server itself.
    let call: CallID?
    /// Finds what the write deletes; nil if that needs no search.
    let search: DeletionTask?
    /// Whether the writer can have it: its search, if any, has ended.
    private(set) var isReady: Bool
    /// How often the writer has returned it to its search because of what others have changed.
    private(set) var returns = 0
    /// The number of blocks that the writer had staged for it when it returned it last.
    private var staged = 0

    init(_ write: Write, of account: ClientAccount, bytes: Int, call: CallID?, search: DeletionTask?) {
        self.write = write
        app = write.origin.app
        ticket = write.ticket
        self.account = account
        self.bytes = bytes
        self.call = call
        self.search = search
        isReady = search == nil
    }

    /// The write for the writer. From then on the samples of a save belong to the writer's thread alone, which frees them.
    func handOver() -> Write {
        guard let handed = write else { preconditionFailure("the writer has the save already") }
        if case .save = handed.operation {
            write = nil
        }
        return handed
    }

    /// The search has ended. The write of a search that failed is refused in its turn, by the writer.
    func finishSearch(_ result: Result<FoundDeletion, HearthError>) {
        write = write?.searched(result)
        isReady = true
    }

    /// More has changed than the writer searches, or more is to be prepared.
    func returnToSearch() {
        isReady = false
        let before = staged
        staged = search?.found?.rewrites.stagedCount ?? 0
        returns += staged > before ? 0 : 1
    }

    func finished(_ result: Result<Receipt, HearthError>) -> FinishedWrite {
        FinishedWrite(app: app, write: write, bytes: bytes, call: call, result: result)
    }
}

/// A write that is durable or refused.
struct FinishedWrite {
    let app: AppID
    /// Nil: a save.
    fileprivate let write: Write?
    /// The memory that the request is counted with: its size on the wire, or that of its terms if they take more.
    let bytes: Int
    let call: CallID?
    let result: Result<Receipt, HearthError>

    /// A save is without its samples.
    var operation: Write.Operation { write?.operation ?? .save([]) }

    /// Why the write was refused; nil: it is durable.
    var error: HearthError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// The field of the request, in which fields of the engine's errors lie.
    var field: String {
        switch operation {
        case .save: "save"
        case .delete: "delete_objects"
        case .addToWorkout: "add_to_workout"
        case .setCharacteristics: "characteristics.set"
        case .register: "background_delivery"
        case .acknowledge: "acknowledge"
        case .rankSources: "source_ranks"
        case .note: "background_control"
        }
    }
}
