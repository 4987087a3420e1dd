import Foundation
import HearthKit

/// Everything that the comparison has HearthKit do.
final class Lane {
    var data = HeartRates(inTenYears: 1_000_000)
    var steps = Steps(inTenYears: 1_000_000)
    private let socket: String
    private let store: HKHealthStore
    private var marked: HKQueryAnchor?

    private static let app = "org.example.comparison"
    private static let heartRate = HKQuantityType(.heartRate)

    init(socket: String) {
        self.socket = socket
        store = HKHealthStore(appIdentifier: Lane.app, socketPath: socket)
    }

    /// The first thing that an app asks for: the newest sample.
    func start() async throws -> String {
        let begin = monotonicNanoseconds()
        var query = query(matching: nil, newestFirst: true)
        query.limit = 1
        let samples = try await query.result(for: store)
        let end = monotonicNanoseconds()
        var collected = Collected()
        try collected.add(samples)
        return "ok ns=\(end - begin) at=\(end)\(collected.text)"
    }

    // MARK: - Saving

    /// Making the columns is not included.
    func saveColumns(_ first: Int, _ count: Int, atOnce: Int) async throws -> String {
        let parts = try parts(first, count, atOnce).map { try data.columns($0.first, $0.count) }
        let begin = monotonicNanoseconds()
        for part in parts {
            try await store.save(part)
        }
        return "ok ns=\(monotonicNanoseconds() - begin)"
    }

    /// Of another type, so that the heart rates are those that the other lanes have. Making the objects is not included.
    func saveObjects(_ first: Int, _ count: Int, atOnce: Int) async throws -> String {
        let type = HKQuantityType(.restingHeartRate)
        let parts = parts(first, count, atOnce).map { data.objects($0.first, $0.count, of: type) }
        let begin = monotonicNanoseconds()
        for part in parts {
            try await store.save(part)
        }
        return "ok ns=\(monotonicNanoseconds() - begin)"
    }

    private func parts(_ first: Int, _ count: Int, _ atOnce: Int) -> [(first: Int, count: Int)] {
        stride(from: 0, to: count, by: atOnce).map { (first + $0, min(atOnce, count - $0)) }
    }

    func saveSingly(_ first: Int, _ count: Int) async throws -> String {
        let samples = data.objects(first, count, of: Lane.heartRate)
        var times = Times()
        let begin = monotonicNanoseconds()
        for sample in samples {
            let sent = monotonicNanoseconds()
            try await store.save(sample)
            times.append(monotonicNanoseconds() - sent)
        }
        return "ok ns=\(monotonicNanoseconds() - begin)\(times.text())"
    }

    // MARK: - Reading

    private func query(
        matching predicate: NSPredicate?,
        newestFirst: Bool = false
    ) -> HKSampleQueryDescriptor<HKQuantitySample> {
        HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Lane.heartRate, predicate: predicate)],
            sortDescriptors: [SortDescriptor(\.startDate, order: newestFirst ? .reverse : .forward)]
        )
    }

    func readColumns() async throws -> String {
        var collected = Collected()
        let begin = monotonicNanoseconds()
        for try await columns in query(matching: nil).columns(for: store) {
            collected.add(columns)
        }
        return "ok ns=\(monotonicNanoseconds() - begin)\(collected.text)"
    }

    func readObjects() async throws -> String {
        let begin = monotonicNanoseconds()
        let samples = try await query(matching: nil).result(for: store)
        let end = monotonicNanoseconds()
        var collected = Collected()
        try collected.add(samples)
        return "ok ns=\(end - begin)\(collected.text)"
    }

    func readDays(_ count: Int) async throws -> String {
        var collected = Collected()
        var times = Times()
        let begin = monotonicNanoseconds()
        for index in 0..<count {
            let asked = monotonicNanoseconds()
            let day = HeartRates.day((index * 1_009 + 365) % HeartRates.days)
            let predicate = HKQuery.predicateForSamples(
                withStart: day.start,
                end: day.end,
                options: .strictStartDate
            )
            collected.restart()
            for try await columns in query(matching: predicate).columns(for: store) {
                collected.add(columns)
            }
            times.append(monotonicNanoseconds() - asked)
        }
        return "ok ns=\(monotonicNanoseconds() - begin)\(times.text())\(collected.text)"
    }

    // MARK: - Steps of two sources

    /// In the order of their times, in turns. Making the columns is not included.
    func saveSteps(atOnce: Int) async throws -> String {
        let savers = Steps.Counter.allCases.map { counter in
            (counter, HKHealthStore(appIdentifier: "\(Lane.app).\(counter)", socketPath: socket))
        }
        var taken: Int64 = 0
        var count = 0
        for first in stride(from: 0, to: steps.parts, by: atOnce) {
            for (counter, saver) in savers {
                guard let columns = try steps.columns(counter, first, min(atOnce, steps.parts - first)) else {
                    continue
                }
                let begin = monotonicNanoseconds()
                try await saver.save(columns)
                taken += monotonicNanoseconds() - begin
                count += columns.count
            }
        }
        return "ok ns=\(taken) count=\(count)"
    }

    /// The server merges the sources by its rules.
    func sumSteps() async throws -> String {
        let begin = monotonicNanoseconds()
        var day = DateComponents(day: 1)
        day.timeZone = .gmt
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount)),
            options: .cumulativeSum,
            anchorDate: HeartRates.day(0).start,
            intervalComponents: day
        )
        let columns = try await query.columns(for: store)
        var tally = Tally()
        for row in columns.sums.indices {
            tally.add(columns.counts[row], columns.sums[row])
        }
        return "ok ns=\(monotonicNanoseconds() - begin)\(tally.text)"
    }

    // MARK: - Changes

    private func changes(since anchor: HKQueryAnchor?) -> HKAnchoredObjectQueryDescriptor<HKQuantitySample> {
        HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: Lane.heartRate)], anchor: anchor)
    }

    func mark() async throws {
        marked = try await present()
    }

    /// Nothing was saved for a time before all samples, so that this brings the anchor alone.
    private func present() async throws -> HKQueryAnchor {
        let never = HKQuery.predicateForSamples(
            withStart: Date(timeIntervalSince1970: 0),
            end: Date(timeIntervalSince1970: 1)
        )
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: Lane.heartRate, predicate: never)],
            anchor: nil
        )
        return try await query.result(for: store).newAnchor
    }

    func readChanges(_ count: Int) async throws -> String {
        var collected = Collected()
        var times = Times()
        let begin = monotonicNanoseconds()
        for _ in 0..<count {
            let asked = monotonicNanoseconds()
            let samples = try await changes(since: marked).result(for: store).addedSamples
            times.append(monotonicNanoseconds() - asked)
            collected.restart()
            try collected.add(samples)
        }
        return "ok ns=\(monotonicNanoseconds() - begin)\(times.text())\(collected.text)"
    }

    /// Another app of this process follows, so that both moments come from one clock.
    func notify(_ first: Int, _ count: Int) async throws -> String {
        let samples = data.objects(first, count, of: Lane.heartRate)
        let saver = store
        let follower = HKHealthStore(appIdentifier: "\(Lane.app).follower", socketPath: socket)
        var received = Times()
        var after = Times()
        var updates = changes(since: try await present()).results(for: follower).makeAsyncIterator()
        // The first one says that there is nothing yet.
        _ = try await updates.next()
        let begin = monotonicNanoseconds()
        for sample in samples {
            let sent = monotonicNanoseconds()
            async let acknowledged = acknowledgement(of: sample, by: saver)
            guard let update = try await updates.next(), update.addedSamples.map(\.uuid) == [sample.uuid] else {
                throw DriverError("a subscriber was told of another sample")
            }
            let moment = monotonicNanoseconds()
            received.append(moment - sent)
            after.append(moment - (try await acknowledged))
        }
        return "ok ns=\(monotonicNanoseconds() - begin)\(received.text())\(after.text("after_"))"
    }
}

private func acknowledgement(of sample: HKQuantitySample, by store: HKHealthStore) async throws -> Int64 {
    try await store.save(sample)
    return monotonicNanoseconds()
}
