import HearthSystem

/// Threads that use all CPU time that they get.
enum BusyThreads {
    static let processors = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)

    static func keepBusy(_ signals: ThreadSignals) {
        signals.begin()
        var random = DataSetRandom(seed: 1)
        while !signals.isStopped {
            for _ in 0..<1_000 {
                _ = random.next()
            }
        }
    }

    /// One for each processor.
    static func keepAllBusy(_ signals: ThreadSignals) throws {
        let others = (1..<processors).map { _ in BackgroundThread { keepBusy(signals) } }
        keepBusy(signals)
        for thread in others {
            try thread.join()
        }
    }
}
