import HearthModel

/// The apps with deliveries or processes under way, and the slots of the processes.
///
///     delivery -> takeSlot -> begin -> processStarted -> processEnded
struct ActiveDeliveries {
    private var deliveries: [AppID: AppDelivery] = [:]
    private var slots: ProcessSlots
    /// When `takeDue` is to be called at the latest; nil: nothing waits for a time.
    private(set) var deadline: Int64?

    init(_ options: BackgroundOptions) {
        slots = ProcessSlots(options)
    }

    subscript(app: AppID) -> AppDelivery? { deliveries[app] }

    /// The delivery to an app, which is made if there is none.
    mutating func delivery(to app: AppID) -> AppDelivery {
        if let known = deliveries[app] { return known }
        let made = AppDelivery(app)
        deliveries[app] = made
        return made
    }

    /// What is known of the changes that apps with limits may see, by their apps.
    var examinations: [AppID: DeliveryExaminations] {
        deliveries.compactMapValues { $0.examinations.isEmpty ? nil : $0.examinations }
    }

    /// An app was checked. Forgets it if it has neither a delivery nor a process.
    mutating func didCheck(_ delivery: AppDelivery) {
        if let deadline = delivery.deadline {
            wake(at: deadline)
        } else if delivery.isIdle {
            deliveries[delivery.app] = nil
        }
    }

    /// The apps that are to be checked because time has passed.
    mutating func takeDue(at now: Int64) -> [AppID] {
        guard let due = deadline, due <= now else { return [] }
        deadline = nil
        var apps: [AppID] = []
        for delivery in deliveries.values {
            guard let own = delivery.deadline else { continue }
            if own <= now {
                apps.append(delivery.app)
            } else {
                wake(at: own)
            }
        }
        let (waiting, next) = slots.takeWaiting(at: now)
        if let next {
            wake(at: next)
        }
        return apps + waiting
    }

    private mutating func wake(at moment: Int64) {
        deadline = min(deadline ?? moment, moment)
    }
}

// MARK: - Processes

extension ActiveDeliveries {
    /// The numbers of the processes, by their apps.
    var processNumbers: [AppID: Int32] { deliveries.mapValues(\.processNumber) }

    func app(of process: AppProcessID) -> AppID? { slots.app(of: process) }

    func hasFreeSlot(at now: Int64) -> Bool { slots.hasFree(at: now) }

    mutating func takeSlot(for app: AppID) -> AppProcessID { slots.take(for: app) }

    /// An app waits for a slot. Returns the app whose process ends for it; nil: none does.
    mutating func waitForSlot(_ app: AppID, from owner: ClientKey, at now: Int64) -> AppID? {
        if let next = slots.wait(app, from: owner, at: now) {
            wake(at: next)
        }
        let longest = slots.makeRoom(at: now)
        if let longest {
            deliveries[longest]?.cutShort(at: now)
        }
        return longest
    }

    /// The process of a slot runs from now on.
    mutating func begin(_ process: AppProcessID, at now: Int64) {
        if let end = slots.begin(process, at: now) {
            wake(at: end)
        }
    }

    func processStarted(_ id: AppProcessID, number: Int32) {
        if let app = slots.app(of: id) {
            deliveries[app]?.processNumber = number
        }
    }

    /// A process has ended. Returns the apps that are to be checked.
    mutating func processEnded(_ id: AppProcessID) -> [AppID] {
        guard let app = slots.app(of: id) else { return [] }
        deliveries[app]?.processEnded()
        return free(id) + [app]
    }

    /// Gives back the slot of a process. Returns the apps that waited for one.
    mutating func free(_ process: AppProcessID) -> [AppID] {
        slots.free(process)
        var apps: [AppID] = []
        while let app = slots.popWaiting() {
            apps.append(app)
        }
        return apps
    }

    /// Asks the processes that run to end.
    func endProcesses() -> [DeliveryEffect] {
        var effects: [DeliveryEffect] = []
        for app in slots.apps {
            deliveries[app]?.endProcess(&effects)
        }
        return effects
    }
}
