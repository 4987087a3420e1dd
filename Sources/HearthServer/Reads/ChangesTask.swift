import HearthModel
import HearthStore
import HearthWire

/// Reads the changes after an anchor, up to a snapshot.
final class ChangesTask: ReadTask {
    private let request: QueryChanges
    private let snapshot: Snapshot
    private var reading = PreparedReading<ChangeCursor>.requested
    private(set) var isSmall: Bool
    /// The last batch.
    private(set) var last: ChangeMark?

    init(_ request: QueryChanges, in snapshot: Snapshot, _ cost: RequestCost) {
        self.request = request
        self.snapshot = snapshot
        isSmall = cost.isSimple
    }

    private init(_ request: QueryChanges, in snapshot: Snapshot, from cursor: ChangeCursor?) {
        self.request = request
        self.snapshot = snapshot
        reading = cursor.map { .reading($0) } ?? .requested
        isSmall = false
    }

    /// What it may see; nil: everything.
    var view: AccessView? { snapshot.view }
    /// The commit up to which it reads.
    var end: UInt64 { snapshot.head }
    /// Known after the last batch.
    var reachedLimit: Bool { reading.cursor?.reachedLimit ?? false }
    /// Whether the anchor of the last batch says where the task is.
    var isBetweenWrites: Bool { reading.cursor?.isBetweenWrites ?? true }

    /// An independent task that starts at the position of this one.
    func fork() -> ChangesTask {
        ChangesTask(request, in: snapshot, from: reading.cursor?.fork())
    }

    var held: ReadingMemory { reading.held }

    func restart() {
        reading = .requested
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        var rows = rows
        guard let cursor = try cursor(reader, &rows) else { return .pause }
        switch try cursor.step(reader, rows: rows) {
        case .batch(let batch):
            last = try ChangeMark(batch, in: snapshot)
            return .batch(.changes(batch))
        case .pause: return .pause
        case .end: return .end
        }
    }

    func samples(in batch: Reply) -> SampleCounts {
        guard case .changes(let changes) = batch else { return SampleCounts() }
        var samples = SampleCounts(changes.added)
        samples.add(SampleCounts(changes.members))
        return samples
    }

    /// A store can hold a workout that an earlier version has accepted and no frame can carry. Such a sample is alone in its
    /// batch, and is passed over: nothing else would ever be delivered after it.
    func replacement(for batch: Reply, _ error: HearthError) throws(HearthError) -> Reply {
        guard case .changes(var changes) = batch else { throw error }
        changes.added = []
        changes.members = []
        last = try ChangeMark(changes, in: snapshot)
        return .changes(changes)
    }

    private func cursor(_ reader: StoreReader, _ rows: inout Int) throws(HearthError) -> ChangeCursor? {
        let clauses = { [request, snapshot] in request.clauses(in: snapshot) }
        return try reading.cursor(of: clauses(), in: snapshot, reader, &rows) { prepared throws(HearthError) in
            try reader.changes(request, in: snapshot, prepared)
        }
    }
}

/// What a batch of changes says of the stream.
struct ChangeMark {
    let anchor: Anchor
    let caughtUp: Bool
    let isEmpty: Bool

    init(_ batch: ChangeBatch, in snapshot: Snapshot) throws(HearthError) {
        anchor = try Anchor(decoding: batch.anchor, snapshot.anchorSeal)
        caughtUp = batch.caughtUp
        isEmpty = batch.isEmpty
    }

    /// That of a bookmark: a batch without changes.
    init(bookmark: Anchor) {
        anchor = bookmark
        caughtUp = true
        isEmpty = true
    }

    /// The commit up to which the batch has changes; nil: it has none.
    var lastChange: UInt64? { isEmpty ? nil : anchor.sequence }
}

extension ChangeBatch {
    var isEmpty: Bool { added.isEmpty && deleted == nil }
}
