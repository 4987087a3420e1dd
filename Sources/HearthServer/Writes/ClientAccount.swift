import HearthModel
import HearthSystem

/// The account of a client over all of its connections: its bytes for the quotas, and its queues.
final class ClientAccount: ClientRecord {
    let key: ClientKey
    /// Bytes of its saves that are under way.
    var stagedBytes = 0
    /// The writes that wait for the writer, in order.
    var waiting = Queue<ScheduledWrite>()

    init(_ key: ClientKey) {
        self.key = key
    }

    var isIdle: Bool { stagedBytes == 0 && waiting.isEmpty }
}
