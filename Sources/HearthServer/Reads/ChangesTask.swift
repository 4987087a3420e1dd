import HearthModel
import HearthStore
import HearthWire

/// Reads the changes after an anchor, up to a snapshot.
final class ChangesTask: ReadTask {
    private let request: QueryChanges
    private let snapshot: Snapshot
    /// Nil: the request is not prepared.
    private var cursor: ChangeCursor?
    private(set) var isSmall: Bool
    /// The last batch.
    private(set) var last: ChangeMark?

    init(_ request: QueryChanges, in snapshot: Snapshot, isSimple: Bool) {
        self.request = request
        self.snapshot = snapshot
        isSmall = isSimple
    }

    /// The commit up to which it reads.
    var end: UInt64 { snapshot.head }
    /// Known after the last batch.
    var reachedLimit: Bool { cursor?.reachedLimit ?? false }
    /// Whether the anchor of the last batch says where the task is.
    var isBetweenWrites: Bool { cursor?.isBetweenWrites ?? true }

    /// A task that goes on by itself from where this one is.
    func fork() -> ChangesTask {
        let task = ChangesTask(request, in: snapshot, isSimple: false)
        task.cursor = cursor?.fork()
        return task
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        let cursor = try prepared(reader)
        switch try cursor.step(reader, rows: rows) {
        case .batch(let batch):
            last = ChangeMark(batch)
            return .batch(.changes(batch))
        case .pause: return .pause
        case .end: return .end
        }
    }

    private func prepared(_ reader: StoreReader) throws(HearthError) -> ChangeCursor {
        if let cursor { return cursor }
        let made = try reader.changes(request, in: snapshot)
        cursor = made
        return made
    }
}

/// What a batch of changes says of the stream.
struct ChangeMark {
    let anchor: [UInt8]
    let caughtUp: Bool
    let isEmpty: Bool

    init(_ batch: ChangeBatch) {
        anchor = batch.anchor
        caughtUp = batch.caughtUp
        isEmpty = batch.isEmpty
    }

    /// The commit up to which the batch has changes; nil: it has none.
    var lastChange: UInt64? {
        isEmpty ? nil : (try? Anchor(decoding: anchor))?.sequence
    }
}

extension ChangeBatch {
    var isEmpty: Bool { added.isEmpty && deleted == nil }
}
