import HearthModel
import HearthStore

/// The writes that are complete: those that the writer has, and those that wait for it.
///
/// The writer gets small writes as they come, also while it is busy, and makes groups of them (`WaitingWrites`). It need
/// not wait for the loop then, which has the answers to the last group to send. A large write goes to it when it has
/// nothing else to do.
///
/// Apps take turns, and so do small writes and large ones. Who saves a sample while another app imports years waits for
/// one large write at most: small ones that come while the writer has one join it, which costs nobody a turn. The writes
/// of one app stay in their order. Putting the store in order takes the turn of a large one.
struct WriteQueue {
    /// The apps whose next write is small, and those whose next one is large. An app with writes is in one of them, unless
    /// its next one is not ready.
    private var small = Queue<ClientAccount>()
    private var large = Queue<ClientAccount>()
    /// Writes that are not ready, before which no other one of their apps is written.
    private var unreadyCount = 0
    /// What the writer has, in its order.
    private var underWay = Queue<StagedWrite>()
    private var smallBytesUnderWay = 0
    private var largeBytesUnderWay = 0
    /// Groups of large writes since the last small one. Without a beginning: nobody has come with a small one yet.
    private var groupsSinceSmall = Int.max
    private var groupsSinceTidying = 0
    /// The store is being put in order. Large ones wait for that: small ones would have to wait for both.
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

    var isEmpty: Bool { small.isEmpty && large.isEmpty && underWay.isEmpty && unreadyCount == 0 }

    /// What there is to do for the writer, and for those who send large writes. What small ones under way take is hardly more
    /// than the disk's time, unless they are very many.
    var work: Attention.Work {
        if isLargeUnderWay || !large.isEmpty { return .largeWrites }
        return !underWay.isEmpty && smallBytesUnderWay <= smallWriteBytes ? .smallWrites : .nothing
    }

    private var isLargeUnderWay: Bool { largeBytesUnderWay > 0 }

    mutating func append(_ write: StagedWrite) {
        let app = write.author.account
        let isNext = app.waiting.isEmpty
        app.waiting.append(write)
        unreadyCount += write.isReady ? 0 : 1
        if isNext, write.isReady {
            giveTurn(to: app, for: write)
        }
    }

    /// A write that was appended is ready now.
    mutating func noteReady(_ write: StagedWrite) {
        unreadyCount -= 1
        if write.author.account.waiting.first === write {
            giveTurn(to: write.author.account, for: write)
        }
    }

    private mutating func giveTurn(to app: ClientAccount, for write: StagedWrite) {
        if isLarge(write) {
            large.append(app)
        } else {
            small.append(app)
        }
    }

    private func isLarge(_ write: StagedWrite) -> Bool { write.bytes > smallWriteBytes }

    /// Writes for the writer, which it is to have after those that it has; nil when there are none for now.
    mutating func takeWrites() -> [Write]? {
        var taken: [StagedWrite] = []
        if !small.isEmpty, large.isEmpty || groupsSinceSmall > 0 || isLargeUnderWay {
            while smallBytesUnderWay < bytesPerGroup, underWay.count < writesPerGroup, let app = small.popFirst() {
                takeNext(of: app, to: &taken)
            }
            groupsSinceSmall = taken.isEmpty ? groupsSinceSmall : 0
        } else if underWay.isEmpty, !isTidying, !large.isEmpty {
            let isAlone = groupsSinceSmall >= WriteQueue.groupsOfCare
            let most = isAlone ? writesPerGroup : 1
            while largeBytesUnderWay < bytesPerGroup, underWay.count < most, let app = large.popFirst() {
                takeNext(of: app, to: &taken)
            }
            groupsSinceSmall += isAlone ? 0 : 1
        }
        return taken.isEmpty ? nil : taken.map { $0.handOver() }
    }

    /// Whether it is time to put the store in order a little, after the writes that the writer has. Small ones that wait
    /// for a large one come before.
    mutating func takeTidying() -> Bool {
        guard !isTidying, groupsSinceTidying >= groupsPerTidying,
            groupsSinceSmall == 0 || underWay.isEmpty && small.isEmpty
        else { return false }
        groupsSinceTidying = 0
        isTidying = true
        if groupsSinceSmall < WriteQueue.groupsOfCare {
            groupsSinceSmall += 1
        }
        return true
    }

    mutating func finishTidying() {
        isTidying = false
    }

    /// Takes the next write of an app, which then waits for its next turn.
    private mutating func takeNext(of app: ClientAccount, to taken: inout [StagedWrite]) {
        guard let write = app.waiting.popFirst() else { return }
        taken.append(write)
        underWay.append(write)
        note(write, by: 1)
        if let next = app.waiting.first, next.isReady {
            giveTurn(to: app, for: next)
        }
    }

    private mutating func note(_ write: StagedWrite, by sign: Int) {
        if isLarge(write) {
            largeBytesUnderWay += sign * write.bytes
        } else {
            smallBytesUnderWay += sign * write.bytes
        }
    }

    /// The writes of the group that the writer has finished, which has so many.
    mutating func finishGroup(of count: Int) -> [StagedWrite] {
        groupsSinceTidying += 1
        let group = (0..<count).compactMap { _ in underWay.popFirst() }
        for write in group {
            note(write, by: -1)
        }
        return group
    }
}
