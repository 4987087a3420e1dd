import HearthModel
import HearthStore

/// The writes that are complete: those that the writer has, and those that wait for it.
///
/// Apps take turns, and so do small writes and large ones: a group has small writes only, as many as there are, or it
/// begins with a large one. Who saves a sample while another app imports years waits for one large write at most. The
/// writes of one app stay in their order. Putting the store in order takes the turn of a large one.
struct WriteQueue {
    /// The apps whose next write is small, and those whose next one is large. An app with writes is in one of them.
    private var small = Queue<AppWrites>()
    private var large = Queue<AppWrites>()
    private(set) var underWay: [StagedWrite] = []
    /// Groups of large writes since the last small one. Without a beginning: nobody has come with a small one yet.
    private var groupsSinceSmall = Int.max
    private var groupsSinceTidying = 0
    /// The store is being put in order, and the next group is chosen when that is done.
    private var isTidying = false

    private let writesPerGroup: Int
    private let bytesPerGroup: Int
    private let smallWriteBytes: Int
    private let groupsPerTidying: Int

    /// For so many groups after a small write another one is expected, and large ones go to the disk one by one.
    private static let groupsOfCare = 16

    init(_ options: ServerOptions) {
        writesPerGroup = options.writesPerGroup
        bytesPerGroup = options.bytesPerGroup
        smallWriteBytes = options.smallWriteBytes
        groupsPerTidying = options.groupsPerTidying
    }

    var isEmpty: Bool { small.isEmpty && large.isEmpty && underWay.isEmpty }

    mutating func append(_ write: StagedWrite) {
        let app = write.author.writes
        let isNext = app.waiting.isEmpty
        app.waiting.append(write)
        if isNext {
            giveTurn(to: app, for: write)
        }
    }

    private mutating func giveTurn(to app: AppWrites, for write: StagedWrite) {
        if write.bytes > smallWriteBytes {
            large.append(app)
        } else {
            small.append(app)
        }
    }

    /// The next group for the writer; nil while it has one, or when there is none.
    mutating func takeGroup() -> [Write]? {
        guard underWay.isEmpty, !isTidying else { return nil }
        if !small.isEmpty, large.isEmpty || groupsSinceSmall > 0 {
            groupsSinceSmall = 0
            fill(atMost: writesPerGroup) { $0.small.popFirst() }
        } else if groupsSinceSmall >= WriteQueue.groupsOfCare {
            fill(atMost: writesPerGroup) { $0.large.popFirst() }
        } else if !large.isEmpty {
            groupsSinceSmall += 1
            fill(atMost: 1) { $0.large.popFirst() }
        }
        guard !underWay.isEmpty else { return nil }
        groupsSinceTidying += 1
        return underWay.map { $0.handOver() }
    }

    /// Whether it is time to put the store in order a little. Small writes that have waited for a large one come before;
    /// others that wait are a group at once, so that those who come meanwhile are in the one after it. Without any there
    /// is no group until `finishTidying`: a large one would keep small ones waiting for both.
    mutating func takeTidying() -> Bool {
        guard underWay.isEmpty, !isTidying, groupsSinceTidying >= groupsPerTidying,
            small.isEmpty || groupsSinceSmall == 0
        else { return false }
        groupsSinceTidying = 0
        isTidying = small.isEmpty
        if groupsSinceSmall < WriteQueue.groupsOfCare {
            groupsSinceSmall += 1
        }
        return true
    }

    mutating func finishTidying() {
        isTidying = false
    }

    /// Takes a write of each app in turn, at most so many, and until there are enough bytes.
    private mutating func fill(atMost most: Int, from nextApp: (inout WriteQueue) -> AppWrites?) {
        var bytes = 0
        while underWay.count < most, bytes < bytesPerGroup, let app = nextApp(&self) {
            guard let write = app.waiting.popFirst() else { continue }
            underWay.append(write)
            bytes += write.bytes
            if let next = app.waiting.first {
                giveTurn(to: app, for: next)
            }
        }
    }

    /// The group that the writer has finished.
    mutating func finishGroup() -> [StagedWrite] {
        defer { underWay = [] }
        return underWay
    }
}
