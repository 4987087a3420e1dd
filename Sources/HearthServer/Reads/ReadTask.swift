import HearthModel
import HearthStore
import HearthWire

/// What a call, a feed or a deletion reads, step by step. Snapshots are immutable, so any thread may run a step. The thread
/// owns the task until the server takes the `Read` of the step back.
protocol ReadTask: AnyObject {
    /// The memory that it holds between two steps.
    var held: ReadingMemory { get }
    /// Whether the next step may cost less than handing it to another thread and back. Only the first one may.
    var isSmall: Bool { get }
    /// Forgets what the first step did: it was too large for the thread of the server, and another thread begins again.
    func restart()
    /// Reads on, with about the work of reading `rows` rows.
    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply>
    /// Whether nothing follows, as far as the work of reading `rows` rows can tell. Asked when the credit of a call is spent.
    func isAtEnd(_ reader: StoreReader, rows: Int) throws(HearthError) -> Bool
    /// The samples in a batch, as they are counted for the app.
    func samples(in batch: Reply) -> SampleCounts
    /// What to send for a batch that no frame can carry. Throws the error that ends the call.
    func replacement(for batch: Reply, _ error: HearthError) throws(HearthError) -> Reply
}

extension ReadTask {
    var held: ReadingMemory { ReadingMemory() }
    func replacement(for _: Reply, _ error: HearthError) throws(HearthError) -> Reply { throw error }

    func samples(in _: Reply) -> SampleCounts { SampleCounts() }
    func isAtEnd(_: StoreReader, rows _: Int) throws(HearthError) -> Bool { false }
}
