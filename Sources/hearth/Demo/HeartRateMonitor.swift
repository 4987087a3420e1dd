import HearthKit

/// An app that shows heart rates of all apps as they are saved.
struct HeartRateMonitor {
    let store: HKHealthStore
    let run: SimulatedRun
    let stage: Stage

    /// Shows this number of heart rates, and returns.
    func show(_ count: Int) async throws {
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.heartRate), predicate: run.predicate)],
            anchor: nil
        )
        var shown = 0
        for try await change in query.results(for: store) {
            for sample in change.addedSamples {
                try show(sample.quantity.doubleValue(for: .beatsPerMinute))
            }
            shown += change.addedSamples.count
            if shown >= count { break }
        }
    }

    private func show(_ beats: Double) throws {
        let bar = String(repeating: "▪", count: Int(min(max(0, beats - 80), 200)) / 4)
        try stage.say("\(beats.shortText) beats a minute \(bar)", as: .monitor)
    }
}
