import HearthModel
import HearthServer
import HearthStore

/// The end: nothing bad happens any more, and everybody gets what is due.
extension DeliverySimulation {
    private static let mostRounds = 20_000

    func finish() throws {
        note("the end")
        isCalm = true
        disk.failure = nil
        while isStopping {
            try turnAround()
            try proceedWithStopping()
        }
        for instance in instances where instance.process == nil {
            instance.end()
        }
        try settle()
        // Until then what hangs has been ended, and what has failed twice is tried again.
        try pass(Array(repeating: 31, count: 16))
        try checkDeliveries(atMost: 0)
        try pass([1_800, 1_861])
        try checkDeliveries(atMost: 1)
        try pass([40_000, 46_461])
        try checkDeliveries(atMost: 24)
        try pass([300_000, 304_861])
        try checkDeliveries(atMost: 168)
        try ensure(processes.isEmpty, .delivered, "\(processes.count) processes run on")
        try checkCopies()
        try checkRest()
    }

    private func pass(_ pauses: [Int64]) throws {
        for seconds in pauses {
            advance(seconds: seconds)
            try settle()
            for app in apps where isSuspended(app) {
                occurrences.note(.suspension)
                control(.resume, app)
                try settle()
            }
        }
    }

    /// Lets everybody do what there is to do, without any time passing.
    func settle() throws {
        var quietRounds = 0
        for _ in 0..<DeliverySimulation.mostRounds {
            quietRounds = try turnAround() ? 0 : quietRounds + 1
            // Replies are read a round after they were sent, and may lead to something.
            if quietRounds == 3 { return }
        }
        throw Violation(.nobodyWaits, "after \(DeliverySimulation.mostRounds) turns there is still something to do")
    }

    /// Everybody does what comes next. Whether somebody did something that others may have to deal with.
    @discardableResult
    private func turnAround() throws -> Bool {
        for instance in instances {
            try instance.step(frames: .max)
        }
        for link in links {
            link.deliver(.max, to: core)
        }
        instances.removeAll(where: \.isOver)
        links.removeAll(where: \.isOver)
        recorder.read()
        var isBusy = !endedProcesses.isEmpty
        for id in endedProcesses {
            processes[id] = nil
            core.processEnded(id)
        }
        endedProcesses = []
        isBusy = core.turn() || isBusy
        isBusy = readers.finish(core) || isBusy
        order()
        isBusy = isBusy || !orders.isEmpty || !reports.isEmpty
        try executeOrder()
        deliverReport()
        isBusy = maintain() || isBusy
        try executeOrders()
        return isBusy || core.hasWork || links.contains(where: \.isBusy)
    }

    // MARK: - What has to be true then

    /// Each registration of such a frequency has been delivered and acknowledged after the last change of its type.
    private func checkDeliveries(atMost hours: Int64) throws(Violation) {
        // Of the others nobody has said how they are started.
        for app in apps where app.hasManifest || truth.apps[app.name]?.launch != nil {
            for (type, registration) in truth.apps[app.name]?.registrations ?? [:]
            where registration.frequency.hours <= hours {
                let last = truth.lastChange[type] ?? 0
                try ensure(
                    registration.acknowledged >= last,
                    .delivered,
                    "\(app.name), \(app.kind), was not delivered \(type) of \(last): \(registration)"
                )
            }
        }
    }

    /// What an app with a cursor has made of the changes is what there is; and who acknowledges has done so itself.
    private func checkCopies() throws(Violation) {
        for app in apps where app.hasManifest || truth.apps[app.name]?.launch != nil {
            for (type, registration) in truth.apps[app.name]?.registrations ?? [:] {
                let last = truth.lastChange[type] ?? 0
                try ensure(
                    app.kind == .observesSilently || app.dealtWith[type] ?? 0 >= last || registration.since >= last,
                    .delivered,
                    "\(app.name), \(app.kind), has acknowledged \(type) up to \(app.dealtWith[type] ?? 0), not \(last)"
                )
                guard app.kind == .reads, registration.since < last else { continue }
                let there = truth.samples.filter { $0.value.type == type && $0.value.deleted == nil }
                try ensure(
                    there.keys.allSatisfy(app.copy.samples.contains),
                    .cursors,
                    "\(app.name) lacks something of \(type)"
                )
            }
            try app.copy.check(app.types, truth)
        }
    }

    /// The next server has nothing to do.
    private func checkRest() throws {
        try start(disk.reopened())
        let starts = occurrences.counts[.start] ?? 0
        try pass([1, 31, 700_000])
        try ensure((occurrences.counts[.start] ?? 0) == starts, .frequency, "apps are started for nothing")
    }
}
