import HearthModel
import HearthStore

/// The writes that are complete: those that the writer has, and those that wait for it.
///
/// Apps take turns, and so do small writes and large ones: a group has small writes only, as many as there are, or it
/// begins with a large one. Who saves a sample while another app imports years waits for one large write at most. The
/// writes of one app stay in their order.
struct WriteQueue {
    private var waiting: [String: Queue<StagedWrite>] = [:]
    /// The apps whose next write is small, and those whose next one is large.
    private var small = ReadyQueue<String>()
    private var large = ReadyQueue<String>()
    private(set) var underWay: [StagedWrite] = []
    /// Groups of large writes since the last small one. Without a beginning: nobody has come with a small one yet.
    private var groupsSinceSmall = Int.max

    private let writesPerGroup: Int
    private let bytesPerGroup: Int
    private let smallWriteBytes: Int

    /// For so many groups after a small write another one is expected, and large ones go to the disk one by one.
    private static let groupsOfCare = 16

    init(_ options: ServerOptions) {
        writesPerGroup = options.writesPerGroup
        bytesPerGroup = options.bytesPerGroup
        smallWriteBytes = options.smallWriteBytes
    }

    var isEmpty: Bool { small.isEmpty && large.isEmpty && underWay.isEmpty }

    mutating func append(_ write: StagedWrite) {
        let app = write.write.origin.app
        let isNext = waiting[app] == nil
        waiting[app, default: Queue()].append(write)
        if isNext {
            giveTurn(to: app, for: write)
        }
    }

    private mutating func giveTurn(to app: String, for write: StagedWrite) {
        if write.bytes > smallWriteBytes {
            large.insert(app)
        } else {
            small.insert(app)
        }
    }

    /// The next group for the writer; nil while it has one, or when there is none.
    mutating func takeGroup() -> [Write]? {
        guard underWay.isEmpty else { return nil }
        if !small.isEmpty, large.isEmpty || groupsSinceSmall > 0 {
            groupsSinceSmall = 0
            fill(from: \.small, atMost: writesPerGroup)
        } else if groupsSinceSmall >= WriteQueue.groupsOfCare {
            fill(from: \.large, atMost: writesPerGroup)
        } else if !large.isEmpty {
            groupsSinceSmall += 1
            fill(from: \.large, atMost: 1)
        }
        return underWay.isEmpty ? nil : underWay.map(\.write)
    }

    /// Takes a write of each app in turn, at most so many, and until there are enough bytes.
    private mutating func fill(from turns: WritableKeyPath<WriteQueue, ReadyQueue<String>>, atMost most: Int) {
        var bytes = 0
        while underWay.count < most, bytes < bytesPerGroup, let app = self[keyPath: turns].popFirst() {
            guard let write = waiting[app]?.popFirst() else { continue }
            underWay.append(write)
            bytes += write.bytes
            if let next = waiting[app]?.first {
                giveTurn(to: app, for: next)
            } else {
                waiting[app] = nil
            }
        }
    }

    /// The group that the writer has finished.
    mutating func finishGroup() -> [StagedWrite] {
        defer { underWay = [] }
        return underWay
    }
}
