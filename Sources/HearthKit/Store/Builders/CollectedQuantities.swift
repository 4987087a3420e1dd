internal import HearthModel

/// A quantity sample that is added to a workout.
struct CollectedQuantity: Hashable, Sendable {
    var type: ObjectType
    /// In the type's storage unit; the sum or average if the sample stands for several quantities.
    var value: Double
    /// How many quantities it stands for.
    var count = 1
    var start: Timestamp
    var end: Timestamp
    /// The summary of the quantities if there are several.
    var range: Range?

    struct Range: Hashable, Sendable {
        var minimum: Double
        var maximum: Double
        var mostRecent: WorkoutStatistics.MostRecent
    }
}

extension CollectedQuantity {
    init(_ sample: HKQuantitySample) throws(HearthError) {
        let conversion = try UnitConversion(from: sample.unit, to: sample.quantityType.storageUnit)
        self.init(
            type: sample.type,
            value: conversion(sample.value),
            count: sample.count,
            start: Timestamp(clamping: sample.startDate),
            end: Timestamp(clamping: sample.endDate),
            range: sample.condensed.map { Range($0, conversion) }
        )
    }
}

extension CollectedQuantity.Range {
    fileprivate init(_ condensed: CondensedQuantities, _ conversion: UnitConversion) {
        self.init(
            minimum: conversion(condensed.minimum),
            maximum: conversion(condensed.maximum),
            mostRecent: WorkoutStatistics.MostRecent(
                value: conversion(condensed.mostRecent),
                start: condensed.mostRecentStart,
                end: condensed.mostRecentEnd
            )
        )
    }
}

/// The quantities that were added to a workout.
struct CollectedQuantities {
    private var byType: [ObjectType: [CollectedQuantity]] = [:]
    /// The summary of all quantities of each type, so that reading it during a workout is cheap.
    private var summaries: [ObjectType: QuantitySummary] = [:]
    private(set) var lastEnd: Timestamp?
    /// The samples of each type, in the order of the quantities.
    private var samples: [ObjectType: [(id: ObjectID, source: AppID)]] = [:]
    /// How many samples of each type a source has.
    private var sources: [ObjectType: [AppID: Int]] = [:]

    /// The samples of those types that several sources have measured: what they share counts once, as only the store
    /// knows.
    var shared: [ObjectType: [ObjectID]] {
        samples.filter { type, _ in sources[type, default: [:]].count > 1 }.mapValues { $0.map(\.id) }
    }

    mutating func add(_ sample: HKQuantitySample) throws(HearthError) {
        add(try CollectedQuantity(sample))
        let source = sample.origin.sourceRevision.source.source.app
        samples[sample.type, default: []].append((sample.id, source))
        sources[sample.type, default: [:]][source, default: 0] += 1
    }

    mutating func remove(_ ids: Set<ObjectID>, of type: ObjectType) {
        guard let all = samples[type], let quantities = byType[type] else { return }
        let kept = zip(all, quantities).filter { !ids.contains($0.0.id) }
        samples[type] = kept.isEmpty ? nil : kept.map(\.0)
        sources[type] = Dictionary(kept.map { ($0.0.source, 1) }, uniquingKeysWith: +)
        byType[type] = nil
        summaries[type] = nil
        for (_, quantity) in kept {
            add(quantity)
        }
    }

    private mutating func add(_ quantity: CollectedQuantity) {
        byType[quantity.type, default: []].append(quantity)
        summaries[quantity.type, default: QuantitySummary(of: quantity.type)].add(quantity)
        lastEnd = max(lastEnd ?? quantity.end, quantity.end)
    }

    /// The statistics of all quantities, for a workout with these times.
    func statistics(from start: Timestamp, to end: Timestamp) -> [WorkoutStatistics] {
        summaries.map { $1.statistics(of: $0, from: start, to: end) }.inOrder
    }

    /// The statistics of the quantities that begin within a range.
    func statistics(within time: ClosedRange<Timestamp>) -> [WorkoutStatistics] {
        byType.compactMap { type, quantities in
            let inside = quantities.filter { time.contains($0.start) }
            guard !inside.isEmpty else { return nil }
            var summary = QuantitySummary(of: type)
            for quantity in inside {
                summary.add(quantity)
            }
            return summary.statistics(of: type, from: time.lowerBound, to: time.upperBound)
        }
        .inOrder
    }
}

extension QuantitySummary {
    fileprivate mutating func add(_ quantity: CollectedQuantity) {
        add(quantity.value, count: quantity.count, from: quantity.start, to: quantity.end, range: quantity.range)
    }

    fileprivate func statistics(of type: ObjectType, from start: Timestamp, to end: Timestamp) -> WorkoutStatistics {
        let isDiscrete = average != nil
        return WorkoutStatistics(
            type: type,
            start: start,
            end: end,
            sum: sum,
            average: average,
            minimum: isDiscrete ? minimum : nil,
            maximum: isDiscrete ? maximum : nil,
            mostRecent: mostRecent
        )
    }
}

extension [WorkoutStatistics] {
    /// Sorted by the types' names, so that equal workouts have equal statistics.
    fileprivate var inOrder: [WorkoutStatistics] {
        sorted { $0.type.identifier < $1.type.identifier }
    }
}
