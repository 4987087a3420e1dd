import HearthModel
import HearthStore

/// A write from its request to its outcome. Only the scheduler has it. A class: it moves through several queues.
final class ScheduledWrite {
    /// Nil for a save that the writer has.
    private var write: Write?
    let app: AppID
    let ticket: WriteTicket
    let connection: ConnectionWrites
    /// The memory that the request is counted with: its size on the wire, or that of its terms if they take more.
    let bytes: Int
    /// The call that it answers; nil for a write of the server itself.
    let call: CallID?
    /// Of the app that it counts for; nil for a write of the server itself.
    let accessAccount: AccessAccount?
    /// Prepares the write; nil if the writer can have it at once.
    let preparation: PreparationTask?
    /// Whether the writer can have it: its preparation, if any, has ended, or the writer has it first.
    private(set) var isReady: Bool
    /// How often the writer has returned a deletion because of what others have changed.
    private(set) var returns = 0
    /// The least that was lacking when the writer returned it.
    private var leastLacking = Int.max
    /// The plans of a save that its client's other writes have made wrong.
    private(set) var failedPlans = 0

    init(
        _ write: Write,
        of connection: ConnectionWrites,
        bytes: Int,
        call: CallID?,
        accessAccount: AccessAccount?,
        preparation: PreparationTask?
    ) {
        isReady = preparation?.commitsFirst ?? true
        if let preparation, isReady, let prepared = preparation.prepared {
            self.write = write.prepared(.success(prepared))
        } else {
            self.write = write
        }
        app = write.origin.app
        ticket = write.ticket
        self.connection = connection
        self.bytes = bytes
        self.call = call
        self.accessAccount = accessAccount
        self.preparation = preparation
    }

    var account: ClientAccount { connection.account }

    /// The write for the writer. From then on the samples of a save that was not prepared belong to the writer's thread alone,
    /// which frees them.
    func handOver() -> Write {
        guard let handed = write else { preconditionFailure("the writer has the save already") }
        if case .save = handed.operation, preparation == nil {
            write = nil
        }
        return handed
    }

    /// The preparation has ended. The write of one that failed is refused in its turn, by the writer.
    func finishPreparation(_ result: Result<Preparation, HearthError>) {
        write = write?.prepared(result)
        isReady = true
    }

    /// The preparation has had to begin again since it was asked last.
    func takeFailedPlan() -> Bool {
        guard let preparation, preparation.failedPlans > failedPlans else { return false }
        failedPlans = preparation.failedPlans
        return true
    }

    /// The writer returns the write: too much has changed since it was prepared, or more must be prepared.
    /// Returns that reduce the remaining work are not counted: they terminate, as those of saves do.
    func returnToPreparation() {
        isReady = false
        guard let lacking = preparation?.prepared?.lackingCount else { return }
        if lacking < leastLacking {
            leastLacking = lacking
        } else {
            returns += 1
        }
    }

    func finished(_ result: Result<Receipt, HearthError>) -> FinishedWrite {
        FinishedWrite(
            app: app,
            write: write,
            preparation: preparation,
            bytes: bytes,
            call: call,
            accessAccount: accessAccount,
            result: result
        )
    }
}

/// A write that is durable or refused.
struct FinishedWrite {
    let app: AppID
    /// Nil for a save that was not prepared.
    fileprivate let write: Write?
    fileprivate let preparation: PreparationTask?
    /// The memory that the request is counted with: its size on the wire, or that of its terms if they take more.
    let bytes: Int
    let call: CallID?
    let accessAccount: AccessAccount?
    let result: Result<Receipt, HearthError>

    /// What may take long to free.
    var content: Any { (write, preparation) }

    /// A save may be without its samples.
    var operation: Write.Operation { write?.operation ?? .save([]) }

    /// Why the write was refused; nil: it is durable.
    var error: HearthError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// The app that the owner has allowed to save, or that got or lost its socket: also if a failure leaves open whether it is
    /// stored. `access`: what was decided before.
    func trustedApp(after access: AccessTable) -> AppID? {
        guard error == nil || error?.code == .storageFailed, case .controlAccess(let control) = operation else {
            return nil
        }
        switch control {
        case .add(let app, _, _): return access.contains(app) ? nil : app
        case .remove(let app): return access.contains(app) ? app : nil
        case .decide(let app, let grants), .answer(let app, let grants, _):
            return grants.contains { $0.share == .allowed } ? app : nil
        case .list, .await, .counts, .ask: return nil
        }
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
        case .controlAccess: "access_control"
        case .recordAccess: "authorization"
        case .noteDelivery: "background_control"
        case .storeCounts: ""
        }
    }
}
