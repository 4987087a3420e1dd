import HearthModel
import HearthStore

/// The open calls of one connection.
final class ConnectionCalls {
    let id: ConnectionID
    let client: ClientMemory
    /// What the calls may see of the store. Nil if they may see everything.
    private(set) var view: AccessView?
    private(set) var open = NumberedTable<OpenCall>()
    /// The call whose step runs. Nil if none does. The call may have ended meanwhile.
    private(set) var stepping: UInt64?
    /// The calls that wait for the running step.
    private var waiting = ReadyQueue<CallID>()
    /// Whether the calls may not send for now, because the client does not read.
    private(set) var isCongested = false
    /// The greatest number that a call has had.
    private(set) var lastNumber: UInt64
    /// The memory of each call, and of all of them. `CallMemory` counts it.
    var holdings = NumberedTable<CallHolding>()
    var held = HeldBytes()

    /// `lastNumber`: that of the connection's Hello.
    init(_ id: ConnectionID, of client: ClientMemory, seeing view: AccessView?, lastNumber: UInt64) {
        self.id = id
        self.view = view
        self.client = client
        self.lastNumber = lastNumber
    }

    /// Whether a step of one of the calls runs.
    var isReading: Bool { stepping != nil }

    func set(_ call: OpenCall, at number: UInt64) {
        open.set(call, at: number)
    }

    func remove(_ number: UInt64) -> OpenCall? {
        open.remove(number)
    }

    /// The client may see other things from now on.
    func renew(seeing view: AccessView?) {
        self.view = view
    }

    func setCongested(_ isCongested: Bool) {
        self.isCongested = isCongested
    }

    func noteNumber(_ number: UInt64) {
        lastNumber = max(lastNumber, number)
    }

    /// Throws if no further call may be opened.
    func checkRoom(_ limits: Limits) throws(HearthError) {
        guard open.count < Int(limits.openCalls) else {
            throw HearthError(
                .limitExceeded,
                "\(limits.openCalls) calls are open on this connection, which is the limit: wait for one to end."
            )
        }
    }

    /// Whether a call will be answered without a word from the client.
    var isAnswering: Bool {
        open.entries.contains { call in
            switch call.value {
            case .save: false
            case .write, .waiting: true
            case .reading(let reading):
                reading.subscription == nil && (stepping == call.number || reading.credit?.allowsBatch ?? true)
            }
        }
    }

    /// Whether all calls wait for people.
    var onlyAwaitsPeople: Bool {
        open.entries.allSatisfy { if case .waiting = $0.value { true } else { false } }
    }

    /// The step of a call runs.
    func beginStep(of number: UInt64) {
        stepping = number
    }

    func endStep() {
        stepping = nil
    }

    /// A call waits for the running step of another call.
    func wait(_ id: CallID) {
        waiting.insert(id)
    }

    func popWaiting() -> CallID? { waiting.popFirst() }

    /// A call has sent bytes, for which it spends its credit.
    func noteSent(_ bytes: Int, by call: some ReadingCall) {
        call.credit?.spend(bytes)
    }

    /// Whether a call may send a batch now. One that may not is woken by credit, or when its client has read.
    func maySend(_ call: some ReadingCall) -> Bool {
        !isCongested && (call.credit?.allowsBatch ?? true)
    }
}
