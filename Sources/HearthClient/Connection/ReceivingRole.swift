/// Who receives what the server sends: one at a time, and nobody while nothing is waited for.
///
/// The reader's thread can always do it. To wake it, and for it to wake the task that waits, takes longer than many a
/// call takes the server. So who is the first to wait receives by himself: for a moment, and what takes longer is the
/// thread's. Other tasks have their turn after every few replies, as if each had been waited for.
///
///                somebody waits               no reply soon, or more is open
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
    /// How many who wait still leave it to the thread, since the last one waited in vain.
    private var turnsToSkip = 0
    /// How many did so the last time; 0: a reply has come since.
    private var turnsSkipped = 0
    private var repliesToCallers = 0

    private static let turnsSkippedMax = 16
    private static let repliesPerTurn = 32
    /// So long a caller waits at most.
    static let lookNanoseconds: Int64 = 1_000_000

    mutating func give(to next: Holder) {
        holder = next
    }

    /// Whether somebody who waits is to receive by himself, and does from now on.
    mutating func giveToCaller() -> Bool {
        guard turnsToSkip == 0 else {
            turnsToSkip -= 1
            return false
        }
        holder = .caller
        return true
    }

    /// A caller has received his reply. Whether other tasks are to have their turn.
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
