import HearthModel
import HearthStore
import HearthWire

/// A step of reading, which any thread may run: an effect that the server asks for.
///
/// `@unchecked Sendable`: it is handed over, so that one thread at a time uses it and what it refers to. Only the thread of
/// the server looks at `requester`.
package final class Read: @unchecked Sendable {
    /// What the step is for.
    enum Requester {
        case call(CallID)
        case feed(FeedID)
        case deletion(WriteTicket)
    }

    let requester: Requester
    private let task: any ReadTask
    private let rows: Int
    /// The credit that the call has left; nil: it needs none.
    private let credit: Int64?
    private(set) var result: Result<ReadOutcome, HearthError> = .success(.pause)

    init(_ task: any ReadTask, for requester: Requester, rows: Int, credit: Int64? = nil) {
        self.task = task
        self.requester = requester
        self.rows = rows
        self.credit = credit
    }

    func run(_ reader: StoreReader, _ encoder: FrameEncoder) {
        do throws(HearthError) {
            switch try task.step(reader, rows: rows) {
            case .batch(let reply):
                let packed = try encoder.pack(reply)
                let isSpent = credit.map { $0 <= Int64(packed.bytes.count + Read.bytesOfCallNumber) } ?? false
                result = .success(.batch(packed, isLast: isSpent ? try task.isAtEnd(reader, rows: rows) : false))
            case .pause: result = .success(.pause)
            case .end: result = .success(.end)
            }
        } catch {
            result = .failure(error)
        }
    }

    /// Most bytes that the number of a call takes in a frame.
    private static let bytesOfCallNumber = 11
}
