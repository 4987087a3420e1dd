import Foundation
import HearthKit
import HearthModel

/// One sample at a time, as an app saves it that measures, and as another app sees it.
struct SingleCalls {
    let setting: ServerSetting

    private static let type = HKQuantityType(.heartRate)

    func run() async throws -> ComparisonReport.Section {
        let rows = try await setting.withServer("single") { server in
            try await saves(server) + deliveries(server)
        }
        return ComparisonReport.Section(name: "single calls", rows: rows)
    }

    nonisolated(nonsending) private func saves(_ server: HearthServer) async throws -> [ComparisonReport.Row] {
        let store = HKHealthStore(appIdentifier: HearthServer.app, socketPath: server.socket)
        let file = try AppendedFile(setting.folder.file("single-appended"))
        // The size of the frame of such a save.
        let bytes = [UInt8](repeating: 0x5A, count: 100)
        var saved = Latencies()
        var synced = Latencies()
        for sample in samples(setting.amounts.saves / 10) {
            try await store.save(sample)
        }
        for _ in 0..<setting.amounts.rounds {
            var times: [Double] = []
            for sample in samples(setting.amounts.saves) {
                let begin = Stopwatch.now
                try await store.save(sample)
                times.append(Stopwatch.nanoseconds(since: begin))
            }
            saved.add(times)
            synced.add(
                try (0..<setting.amounts.saves).map { _ in try Stopwatch.nanoseconds { try file.append(bytes) } }
            )
        }
        return [Latencies.Percentile.p50, .p95].map { percentile in
            ComparisonReport.Row(
                "durable save of 1 HKQuantitySample, \(percentile.name)",
                .time,
                saved.measurement(percentile),
                beside: .init(name: "append, fdatasync", measurement: synced.measurement(percentile)),
                target: percentile == .p50 ? .moreByAtMost(60_000) : nil
            )
        }
    }

    /// "commit to next()" is the time from the return of `save` to the arrival of the batch in the other app; 0 if that
    /// was first. Both apps are tasks of this process, so that both times are from one clock.
    nonisolated(nonsending) private func deliveries(_ server: HearthServer) async throws -> [ComparisonReport.Row] {
        let saver = HKHealthStore(appIdentifier: HearthServer.app, socketPath: server.socket)
        let follower = HKHealthStore(appIdentifier: "\(HearthServer.app).follower", socketPath: server.socket)
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: SingleCalls.type)],
            anchor: nil
        )
        let peer = try BarePeer(.echo)
        var changes = query.results(for: follower).makeAsyncIterator()
        var known = 0
        let stored = setting.amounts.saves * (setting.amounts.rounds + 1)
        while known < stored - setting.amounts.saves + setting.amounts.saves / 10, let batch = try await changes.next()
        {
            known += batch.addedSamples.count
        }
        var delivered = Latencies()
        var bare = Latencies()
        for _ in 0..<setting.amounts.rounds {
            var times: [Double] = []
            for sample in samples(setting.amounts.saves) {
                async let committed = commit(sample, in: saver)
                _ = try await changes.next()
                let moment = Stopwatch.now
                times.append(max(0, Stopwatch.nanoseconds(since: try await committed, until: moment)))
            }
            delivered.add(times)
            bare.add(try (0..<setting.amounts.saves).map { _ in try Stopwatch.nanoseconds { try peer.pingPong() } })
        }
        peer.end()
        return [Latencies.Percentile.p50, .p95].map { percentile in
            ComparisonReport.Row(
                "commit to next() of another app, \(percentile.name)",
                .time,
                delivered.measurement(percentile),
                beside: .init(name: "bare ping-pong", measurement: bare.measurement(percentile)),
                target: percentile == .p50 ? .atMost(100_000) : nil
            )
        }
    }

    private func commit(_ sample: HKQuantitySample, in store: HKHealthStore) async throws -> ContinuousClock.Instant {
        try await store.save(sample)
        return Stopwatch.now
    }

    private func samples(_ count: Int) -> [HKQuantitySample] {
        let now = Date()
        return (0..<count).map { index in
            let time = now.addingTimeInterval(Double(index) / 1_000)
            return HKQuantitySample(
                type: SingleCalls.type,
                quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 60 + Double(index % 100)),
                start: time,
                end: time
            )
        }
    }
}
