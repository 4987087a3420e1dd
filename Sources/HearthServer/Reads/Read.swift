import HearthModel
import HearthStore
import HearthWire

/// Work that any thread may do, away from the thread of the server: an effect that the server asks for. A step of reading,
/// the decoding of a large frame, or the release of memory that takes long to free.
///
/// `@unchecked Sendable`: it is handed over, so that one thread at a time uses it and what it refers to. Only the thread of
/// the server looks at `requester`.
package final class Read: @unchecked Sendable {
    /// What the work is for.
    enum Requester {
        case call(CallID)
        case feed(FeedID)
        case preparation(WriteTicket)
        /// A connection whose large frame is decoded.
        case frame(ConnectionID)
        /// Background delivery, which waits for what has changed.
        case examination(ObserveTask, DeliveryExamination)
        /// The start of an app, which waits for what its package says.
        case manifest(ManifestTask)
        /// None: memory is freed.
        case release
    }

    private enum Work {
        /// `credit`: that which the call has left; nil: it needs none.
        case step(any ReadTask, rows: Int, credit: Int64?)
        case decoding(FrameDecoding)
        case release(Released)
        case done
    }

    let requester: Requester
    private var work: Work
    private(set) var result: Result<ReadOutcome, HearthError> = .success(.pause)

    init(_ task: any ReadTask, for requester: Requester, rows: Int, credit: Int64? = nil) {
        self.requester = requester
        work = .step(task, rows: rows, credit: credit)
    }

    init(_ decoding: FrameDecoding, of connection: ConnectionID) {
        requester = .frame(connection)
        work = .decoding(decoding)
    }

    init(_ released: consuming Released) {
        requester = .release
        work = .release(released)
    }

    func run(_ reader: StoreReader, _ encoder: FrameEncoder, _ decoder: FrameDecoder) {
        switch work {
        case .step(let task, let rows, let credit):
            result = Read.step(task, reader, encoder, rows, credit)
        case .decoding(let decoding): decoding.run(decoder)
        case .release, .done: work = .done
        }
    }

    private static func step(
        _ task: any ReadTask,
        _ reader: StoreReader,
        _ encoder: FrameEncoder,
        _ rows: Int,
        _ credit: Int64?
    ) -> Result<ReadOutcome, HearthError> {
        do throws(HearthError) {
            switch try task.step(reader, rows: rows) {
            case .batch(let reply):
                let packed = try packed(reply, of: task, encoder)
                let isSpent = credit.map { $0 <= Int64(packed.bytes.count + Read.bytesOfCallNumber) } ?? false
                return .success(.batch(packed, isLast: isSpent ? try isLast(task, reader, rows) : false))
            case .pause: return .success(.pause)
            case .end: return .success(.end)
            }
        } catch {
            guard reader.hasRefused else { return .failure(error) }
            task.restart()
            return .success(.pause)
        }
    }

    /// Whether nothing follows a batch, as far as the thread can tell.
    private static func isLast(
        _ task: any ReadTask,
        _ reader: StoreReader,
        _ rows: Int
    ) throws(HearthError) -> Bool {
        do throws(HearthError) {
            return try task.isAtEnd(reader, rows: rows)
        } catch {
            guard reader.hasRefused else { throw error }
            return false
        }
    }

    private static func packed(
        _ reply: Reply,
        of task: any ReadTask,
        _ encoder: FrameEncoder
    ) throws(HearthError) -> PackedReply {
        do throws(HearthError) {
            var packed = try encoder.pack(reply)
            packed.samples = task.samples(in: reply)
            return packed
        } catch {
            guard error.code == .limitExceeded else { throw error }
            let replacement = try task.replacement(for: reply, error)
            var packed = try encoder.pack(replacement)
            packed.samples = task.samples(in: replacement)
            return packed
        }
    }

    /// Gives up the task of a step that has run, or a decoding. Returns what a reader thread is to free; nil: the server
    /// still uses it.
    func takeUnused() -> Released? {
        var object: AnyObject
        switch work {
        case .step(let task, _, _): object = task
        case .decoding(let decoding): object = decoding
        case .release, .done: return nil
        }
        work = .done
        return isKnownUniquelyReferenced(&object) ? Released(object) : nil
    }

    /// Most bytes that the number of a call takes in a frame.
    private static let bytesOfCallNumber = 11
}
