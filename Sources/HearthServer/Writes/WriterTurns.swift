import HearthStore
import HearthSystem

/// Whose write the writer gets next, and what it has.
///
/// The writer gets small writes at once, also while it is busy, and commits them in groups (`CommitBatcher`): it does not
/// wait for the loop, which sends the answers to the last group. It gets a large write only when it is idle.
///
/// Clients take turns, and so do the connections of a client, and small and large writes. A client that saves a sample
/// during another client's import waits for one large write at most: small writes that arrive while the writer has a large
/// one join it. Maintenance of the store takes the turn of a large write.
struct WriterTurns {
    /// What the writer gets next.
    enum Group {
        case small
        /// `most`: the number of writes that the writer may have.
        case large(most: Int)
    }

    /// The clients with a connection whose next write is small, and those with one whose next write is large.
    private var small = Queue<ClientAccount>()
    private var large = Queue<ClientAccount>()
    /// The writes that the writer has.
    private var underWay: [WriteTicket: ScheduledWrite] = [:]
    private var smallBytesUnderWay = 0
    private var largeBytesUnderWay = 0
    /// Groups of large writes since the last small one. At the start there was no small one.
    private var groupsSinceSmall = Int.max
    private var groupsSinceMaintenance = 0
    /// Large writes wait for maintenance to end: small ones would have to wait for both.
    private var isMaintaining = false

    private let writesPerGroup: Int
    private let bytesPerGroup: Int
    private let sizes: WriteSizes
    private let groupsPerMaintenance: Int

    /// For this many groups after a small write, large writes are committed one by one: another small one is likely.
    private static let cautiousGroups = 16

    init(_ options: ServerOptions) {
        writesPerGroup = options.writing.writesPerGroup
        bytesPerGroup = options.writing.bytesPerGroup
        sizes = WriteSizes(options)
        groupsPerMaintenance = options.writing.groupsPerMaintenance
    }

    var isEmpty: Bool { small.isEmpty && large.isEmpty && underWay.isEmpty }

    /// Small writes take hardly more than the disk's time, unless there are many.
    var load: WriterLoad {
        if isLargeUnderWay || !large.isEmpty { return .largeWrites }
        return !underWay.isEmpty && sizes.isSmall(smallBytesUnderWay) ? .smallWrites : .nothing
    }

    /// Whether another small write is likely: there was one a few groups ago.
    var expectsSmall: Bool { groupsSinceSmall < WriterTurns.cautiousGroups }

    private var isLargeUnderWay: Bool { largeBytesUnderWay > 0 }

    private func isLarge(_ write: ScheduledWrite) -> Bool { !sizes.isSmall(write.bytes) }
}

// MARK: - Writes

extension WriterTurns {
    /// The next write of a connection waits for its turn.
    mutating func enqueue(_ write: ScheduledWrite) {
        let connection = write.connection
        let account = connection.account
        let isLarge = isLarge(write)
        guard account.append(connection, isLarge: isLarge) else { return }
        if isLarge {
            large.append(account)
        } else {
            small.append(account)
        }
    }

    /// What the writer can have now. Nil if that is nothing.
    var nextGroup: Group? {
        if !small.isEmpty, large.isEmpty || groupsSinceSmall > 0 || isLargeUnderWay { return .small }
        guard underWay.isEmpty, !isMaintaining, !large.isEmpty else { return nil }
        return .large(most: expectsSmall ? 1 : writesPerGroup)
    }

    /// The connection whose write comes next in a group. Nil if the group is full, or no client waits.
    mutating func popNext(of group: Group) -> ConnectionWrites? {
        switch group {
        case .small:
            smallBytesUnderWay < bytesPerGroup && underWay.count < writesPerGroup
                ? WriterTurns.popNext(from: &small, isLarge: false) : nil
        case .large(let most):
            largeBytesUnderWay < bytesPerGroup && underWay.count < most
                ? WriterTurns.popNext(from: &large, isLarge: true) : nil
        }
    }

    private static func popNext(from clients: inout Queue<ClientAccount>, isLarge: Bool) -> ConnectionWrites? {
        guard let account = clients.popFirst(), let next = account.popFirst(isLarge: isLarge) else { return nil }
        if !next.isLast {
            clients.append(account)
        }
        return next.connection
    }

    /// The writer gets a write.
    mutating func handOver(_ write: ScheduledWrite) {
        underWay[write.ticket] = write
        count(write, by: 1)
    }

    /// The writer gets the writes of a group.
    mutating func noteHandedOver(_ group: Group) {
        switch group {
        case .small: groupsSinceSmall = 0
        case .large: noteLargeGroup()
        }
    }

    private mutating func noteLargeGroup() {
        if groupsSinceSmall < WriterTurns.cautiousGroups {
            groupsSinceSmall += 1
        }
    }

    /// The writer has committed a group, or refused it.
    mutating func noteFinishedGroup() {
        groupsSinceMaintenance += 1
    }

    /// Takes a write back from the writer.
    mutating func takeBack(_ ticket: WriteTicket) -> ScheduledWrite? {
        guard let write = underWay.removeValue(forKey: ticket) else { return nil }
        count(write, by: -1)
        return write
    }

    private mutating func count(_ write: ScheduledWrite, by sign: Int) {
        if isLarge(write) {
            largeBytesUnderWay += sign * write.bytes
        } else {
            smallBytesUnderWay += sign * write.bytes
        }
    }
}

// MARK: - Maintenance

extension WriterTurns {
    /// Whether a step of maintenance is due, after the writes that the writer has. Small writes that wait for a large one
    /// come first.
    mutating func takeMaintenance() -> Bool {
        guard !isMaintaining, groupsSinceMaintenance >= groupsPerMaintenance,
            groupsSinceSmall == 0 || underWay.isEmpty && small.isEmpty
        else { return false }
        groupsSinceMaintenance = 0
        isMaintaining = true
        noteLargeGroup()
        return true
    }

    mutating func finishMaintenance() {
        isMaintaining = false
    }
}
