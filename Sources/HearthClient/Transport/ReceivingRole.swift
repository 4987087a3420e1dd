/// Decides which thread receives from the server: one at a time, and none while no call is open.
///
/// The reader thread can always receive, but waking it, and then the task that waits, takes longer than the server needs
/// for many calls. So the first caller that waits receives by itself for a moment, and leaves slower replies to the
/// thread. It yields to other tasks after every few replies, as if it had waited for each.
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
    /// How many further callers leave receiving to the thread, because an earlier one waited in vain.
    private var turnsToSkip = 0
    /// How many did so the last time; 0: a caller has received a reply since.
    private var turnsSkipped = 0
    private var repliesToCallers = 0

    private static let turnsSkippedMax = 16
    private static let repliesPerTurn = 32
    /// The longest time for which a caller receives.
    static let lookNanoseconds: Int64 = 1_000_000

    mutating func give(to next: Holder) {
        holder = next
    }

    /// Whether a waiting caller receives by itself. If so, it has the role from now on.
    mutating func giveToCaller() -> Bool {
        guard turnsToSkip == 0 else {
            turnsToSkip -= 1
            return false
        }
        holder = .caller
        return true
    }

    /// A caller has received its reply. Returns whether it should yield to other tasks.
    mutating func callerHasReply() -> Bool {
        turnsSkipped = 0
        repliesToCallers += 1
        return repliesToCallers.isMultiple(of: ReceivingRole.repliesPerTurn)
    }

    /// A caller waited in vain. Each further time in a row doubles the number of callers that leave it to the thread: one
    /// slow reply may be the disk, several mean that the server is slow at present.
    mutating func callerHasNone() {
        turnsSkipped = min(max(1, 2 * turnsSkipped), ReceivingRole.turnsSkippedMax)
        turnsToSkip = turnsSkipped
    }
}
