/// Which thread receives what the server sends: one at a time, and none while no call is open.
///
/// The reader's thread can always do it. To wake it, and for it to wake the task that waits, takes longer than many a
/// call takes the server. So the first caller that waits receives by itself for a moment; what takes longer is left to
/// the thread. Other tasks have their turn after every few replies, as if each had been waited for.
///
///                a caller waits               no reply soon, or more is open
///     NOBODY --------------------> CALLER ------------------------------------> THREAD
///       ^ |                          |                                           ^ |
///       | |                          |      turns to skip, or more than replies  | |
///       | '--------------------------+-------------------------------------------' |
///       '------nothing is open-------'---------------nothing is open---------------'
struct ReceivingRole: Sendable {
    enum Holder: Hashable, Sendable {
        case nobody
        case caller
        case thread
    }

    private(set) var holder = Holder.thread
    /// The number of waiting callers that still leave it to the thread, because the last one waited in vain.
    private var turnsToSkip = 0
    /// How many did so the last time; 0: a reply has come since.
    private var turnsSkipped = 0
    private var repliesToCallers = 0

    private static let turnsSkippedMax = 16
    private static let repliesPerTurn = 32
    /// The longest time for which a caller receives.
    static let lookNanoseconds: Int64 = 1_000_000

    mutating func give(to next: Holder) {
        holder = next
    }

    /// Whether a waiting caller is to receive by itself. If so, it has the role from now on.
    mutating func giveToCaller() -> Bool {
        guard turnsToSkip == 0 else {
            turnsToSkip -= 1
            return false
        }
        holder = .caller
        return true
    }

    /// A caller has received its reply. Whether other tasks are to have their turn.
    mutating func callerHasReply() -> Bool {
        turnsSkipped = 0
        repliesToCallers += 1
        return repliesToCallers.isMultiple(of: ReceivingRole.repliesPerTurn)
    }

    /// A caller waited in vain: once, as a disk is slow now and then, or again and again, as the server takes longer at
    /// present.
    mutating func callerHasNone() {
        turnsSkipped = min(max(1, 2 * turnsSkipped), ReceivingRole.turnsSkippedMax)
        turnsToSkip = turnsSkipped
    }
}
