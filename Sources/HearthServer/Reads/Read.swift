import HearthModel
package import HearthStore
import HearthWire

/// A step of reading, which any thread may run: an effect that the server asks for.
///
/// `@unchecked Sendable`: it is handed over, so that one thread at a time uses it and what it refers to. Only the thread of
/// the server looks at `requester`.
package final class Read: @unchecked Sendable {
    /// What the step is for.
    enum Requester {
        case call(CallID)
        case feed(Feed)
        case deletion(WriteTicket)
    }

    /// What a step has come to.
    enum Outcome {
        /// `isLast`: the search for more, which a call without credit asks for, found nothing.
        case batch(PackedReply, isLast: Bool)
        case pause
        case end
    }

    let requester: Requester
    private let task: any ReadTask
    private let rows: Int
    /// The credit that the call has left; nil: it needs none.
    private let credit: Int64?
    private(set) var result: Result<Outcome, HearthError> = .success(.pause)

    init(_ task: any ReadTask, for requester: Requester, rows: Int, credit: Int64? = nil) {
        self.task = task
        self.requester = requester
        self.rows = rows
        self.credit = credit
    }

    fileprivate func run(_ reader: StoreReader, _ encoder: FrameEncoder) {
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

/// Runs reads. Each thread that does has its own.
package final class ReadRunner {
    private let reader: StoreReader
    private let encoder = FrameEncoder()

    package init(_ reader: StoreReader) {
        self.reader = reader
    }

    package func run(_ read: Read) {
        read.run(reader, encoder)
    }

    /// Runs the next read of a server on the thread of the server; false: none is ready.
    package func runNext(of core: ServerCore) -> Bool {
        guard let read = core.takeRead() else { return false }
        run(read)
        core.finishRead(read)
        return true
    }

    package func close() {
        reader.close()
    }
}
