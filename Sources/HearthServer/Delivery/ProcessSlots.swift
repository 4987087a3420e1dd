import HearthModel

/// Limits the apps that run at once because the server has started them.
struct ProcessSlots {
    private let most: Int
    /// The processes from the moment that their start is decided: a start reserves its slot.
    private var appsByProcess: [AppProcessID: AppID] = [:]
    /// The apps to be checked again when a slot becomes free.
    private var waiting = ReadyQueue<AppID>()
    private var lastNumber: UInt64 = 0

    init(most: Int) {
        self.most = most
    }

    var hasFree: Bool { appsByProcess.count < most }

    /// The apps of all processes.
    var apps: some Sequence<AppID> { appsByProcess.values }

    func app(of process: AppProcessID) -> AppID? { appsByProcess[process] }

    mutating func take(for app: AppID) -> AppProcessID {
        lastNumber += 1
        let id = AppProcessID(number: lastNumber)
        appsByProcess[id] = app
        return id
    }

    mutating func free(_ process: AppProcessID) {
        appsByProcess[process] = nil
    }

    mutating func wait(_ app: AppID) {
        waiting.insert(app)
    }

    mutating func popWaiting() -> AppID? { waiting.popFirst() }
}
