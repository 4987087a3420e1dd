import HearthModel
import HearthServer
import HearthStore
import HearthWire

/// The writer's part: each step of it happens when the scheduler says so.
extension DeliverySimulation {
    /// The writer gets more writes, or has to put the store in order.
    func order() {
        if core.takeMaintenance() {
            orders.post(.maintain)
        }
        if let writes = core.takeWrites() {
            orders.post(.commit(writes))
        }
    }

    /// The writer does what is next.
    func executeOrder() throws {
        switch orders.takeNext() {
        case .commit(let writes): try commit(writes)
        case .maintain: maintain(isOrdered: true)
        case nil: break
        }
    }

    /// The group becomes durable, or is refused.
    private func commit(_ writes: [Write]) throws {
        let failure = disk.failure
        let results = writer.commit(writes)
        let hasFailed = failure != nil && disk.failure == nil
        if hasFailed {
            noteFailure(failure, writes)
        }
        if !hasFailed || failure == .failedAfterwards {
            for write in writes {
                try truth.apply(write, isRefused: hasFailed)
            }
        }
        try ensure(disk.load().header.head == truth.head, .durable, "the disk has another number of commits")
        let isDone = results.allSatisfy { (try? $0.get()) != nil }
        try ensure(isDone != hasFailed, .durable, "the store says \(isDone ? "yes" : "no") to a group")
        reports.append(.committed(results, writer.snapshot))
        do {
            try writer.catchUp()
        } catch {
            reports.append(.maintained(writer.snapshot))
        }
        note("commit of \(writes.count) up to \(truth.head)\(hasFailed ? ", but the disk has failed" : "")")
        if !hasFailed {
            // What these apps have written is theirs alone.
            let others = (0..<3).compactMap { _ in random.pick(apps)?.name }
            try check(Set(writes.map(\.origin.source.bundleIdentifier)).union(others))
        }
    }

    private func noteFailure(_ failure: SimulatedDisk.Failure?, _ writes: [Write]) {
        switch failure {
        case .full: occurrences.note(.fullStorage)
        case .failed: occurrences.note(.failedStorage)
        case .failedAfterwards: occurrences.note(.failedStorageThatWrote)
        case nil: break
        }
        if writes.contains(where: { if case .noteDelivery = $0.operation { true } else { false } }) {
            occurrences.note(.noteRefused)
        }
    }

    /// What the store has of these apps is what they have asked for, and nobody else.
    func check(_ names: some Sequence<String>) throws(Violation) {
        let registry = writer.snapshot.background
        for name in names {
            let expected = truth.apps[name] ?? DeliveryTruth.App()
            let stored = registry.deliveries(of: AppID(name))
            let isSame = stored.allSatisfy { type, frequency, progress in
                guard let registration = expected.registrations[type] else { return false }
                return registration.frequency == frequency && registration.acknowledged == progress.acknowledged
                    && registration.failures == progress.failures && registration.attempted == progress.attempted
            }
            try ensure(
                isSame && stored.count == expected.registrations.count,
                .ownApp,
                "\(name) has \(stored.map { ($0.type, $0.progress) }) and not \(expected.registrations)"
            )
            let place = registry.cursor("sync", of: AppID(name))?.sequence ?? 0
            try ensure(place == expected.cursor, .ownApp, "\(name)'s cursor is at \(place), not \(expected.cursor)")
        }
    }

    /// The loop hears what the writer has to tell.
    func deliverReport() {
        guard !reports.isEmpty else { return }
        switch reports.removeFirst() {
        case .committed(let results, let snapshot): core.finishWrites(results, snapshot)
        case .maintained(let snapshot):
            core.finishMaintenance()
            core.advance(to: snapshot)
        }
        note("the server hears of commit \(core.snapshot.head)")
    }

    /// One step of putting the store in order. Returns whether there was something to do. Who has ordered it is told in
    /// any case.
    @discardableResult
    func maintain(isOrdered: Bool = false) -> Bool {
        guard isOrdered || orders.isEmpty else { return false }
        let head = writer.snapshot.head
        do {
            let hasWorked = try writer.maintain()
            guard hasWorked || isOrdered || writer.snapshot.head > head else { return false }
        } catch {
            // The disk has failed, which the server does not see from this.
        }
        reports.append(.maintained(writer.snapshot))
        return true
    }
}
