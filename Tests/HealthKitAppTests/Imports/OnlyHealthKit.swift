import HealthKit

// No other import, as in much code for HealthKit: what comes from Foundation and Dispatch comes with HealthKit.

final class StepReader: @unchecked Sendable {
    let store: HKHealthStore
    private let queue = DispatchQueue(label: "StepReader")
    private var observed: [UUID: HKQuery] = [:]
    private var found: [HKQuantitySample] = []
    private var failure: Error?

    init(store: HKHealthStore) {
        self.store = store
    }

    /// The steps between two dates, in a table by the day.
    func steps(from start: Date, to end: Date, calendar: Calendar = .current) throws -> [DateComponents: Double] {
        let type = HKQuantityType(.stepCount)
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate),
            NSPredicate(format: "%K >= %@", HKPredicateKeyPathQuantity, HKQuantity(unit: .count(), doubleValue: 0)),
        ])
        let order = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
        let group = DispatchGroup()
        group.enter()
        let query = HKSampleQuery(
            sampleType: type,
            predicate: predicate,
            limit: HKObjectQueryNoLimit,
            sortDescriptors: [order]
        ) { _, samples, error in
            self.queue.async {
                self.found = samples as? [HKQuantitySample] ?? []
                self.failure = error
                group.leave()
            }
        }
        observed[UUID()] = query
        store.execute(query)
        group.wait()
        if let failure = failure as NSError? { throw failure }
        return Dictionary(grouping: found) { calendar.dateComponents([.year, .month, .day], from: $0.startDate) }
            .mapValues { $0.reduce(0) { $0 + $1.quantity.doubleValue(for: .count()) } }
    }

    /// As files, with what is in them.
    func export(_ sample: HKQuantitySample, to url: URL) throws {
        let formatter = ISO8601DateFormatter()
        let text = formatter.string(from: sample.startDate) + " \(sample.quantity)\n"
        try Data(text.utf8).write(to: url, options: .atomic)
    }

    /// Foundation has a `Unit` too, and it is the one that is meant here.
    static func metres(_ kilometres: Double) -> Double {
        let length = Measurement(value: kilometres, unit: UnitLength.kilometers)
        let unit: Unit = UnitLength.meters
        return length.converted(to: .meters).value + (unit.symbol == "m" ? 0 : .nan)
    }
}

extension Notification.Name {
    static let stepsChanged = Notification.Name("StepReader.stepsChanged")
}
