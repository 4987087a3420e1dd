import HearthModel

/// Limits the apps that run at once because the server has started them.
///
/// A process has a slot until it ends, or has run for a time: then another app can start, and it keeps running. When
/// there are too many in all, the one that has run longest ends for the next app.
struct ProcessSlots {
    private let most: Int
    private let mostInAll: Int
    private let time: Int64
    /// The processes from the moment that their start is decided: a start reserves its slot.
    private var processes: [AppProcessID: Process] = [:]
    /// The apps to be checked again when a slot becomes free. Those who introduced them take turns.
    private var waiting = FairQueue<ClientKey, AppID>()
    /// The process that ends for the next app.
    private var ending: AppProcessID?
    private var lastNumber: UInt64 = 0

    private struct Process {
        let app: AppID
        var slotEnd = Int64.max
    }

    init(_ options: BackgroundOptions) {
        most = options.processesMax
        mostInAll = max(options.processesMaxInAll, most)
        time = options.slotTime
    }

    /// Whether another app may start, unless there are too many in all.
    private func hasSlot(at now: Int64) -> Bool { processes.values.count { $0.slotEnd > now } < most }

    func hasFree(at now: Int64) -> Bool { processes.count < mostInAll && hasSlot(at: now) }

    /// The apps of all processes.
    var apps: some Sequence<AppID> { processes.values.lazy.map(\.app) }

    func app(of process: AppProcessID) -> AppID? { processes[process]?.app }

    mutating func take(for app: AppID) -> AppProcessID {
        lastNumber += 1
        let id = AppProcessID(number: lastNumber)
        processes[id] = Process(app: app)
        return id
    }

    /// The process of a slot runs from now on. Returns when its slot ends, if an app waits for one.
    mutating func begin(_ process: AppProcessID, at now: Int64) -> Int64? {
        processes[process]?.slotEnd = now + time
        return waiting.isEmpty ? nil : now + time
    }

    mutating func free(_ process: AppProcessID) {
        processes[process] = nil
        if ending == process {
            ending = nil
        }
    }

    // MARK: - Waiting

    /// An app waits for a slot. Returns when one becomes free at the latest; nil: when a process has ended.
    mutating func wait(_ app: AppID, from owner: ClientKey, at now: Int64) -> Int64? {
        waiting.insert(app, of: owner)
        return hasSlot(at: now) ? nil : nextSlotEnd(after: now)
    }

    private func nextSlotEnd(after now: Int64) -> Int64? {
        processes.values.map(\.slotEnd).filter { $0 > now && $0 < .max }.min()
    }

    /// The next app that waited, after a process has ended.
    mutating func popWaiting() -> AppID? { waiting.popFirst() }

    /// The apps that waited and may start now. `next`: when those that still wait may.
    mutating func takeWaiting(at now: Int64) -> (apps: [AppID], next: Int64?) {
        guard !waiting.isEmpty else { return ([], nil) }
        guard hasSlot(at: now) else { return ([], nextSlotEnd(after: now)) }
        var apps: [AppID] = []
        while let app = waiting.popFirst() {
            apps.append(app)
        }
        return (apps, nil)
    }

    /// The app of the process that is to end so that another app can start; nil: none, or one ends already.
    mutating func makeRoom(at now: Int64) -> AppID? {
        guard ending == nil, processes.count >= mostInAll, hasSlot(at: now),
            let longest = processes.filter({ $0.value.slotEnd <= now }).keys.min(by: { $0.number < $1.number })
        else { return nil }
        ending = longest
        return processes[longest]?.app
    }
}
