public import Foundation

/// Which samples are meant: those of a type that match a predicate.
///
/// `@unchecked Sendable`: `NSPredicate` says nothing about it on Linux; its instances do not change.
public struct HKSamplePredicate<Sample: HKSample>: Equatable, Hashable, @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// What the samples have to match; nil: nothing.
    public let nsPredicate: NSPredicate?

    // By what the predicates say: Foundation takes any two predicates of several parts for equal on Linux.

    /// Whether both mean the same type, and predicates that say the same in the same way.
    public static func == (left: HKSamplePredicate, right: HKSamplePredicate) -> Bool {
        left.sampleType == right.sampleType && left.condition == right.condition
    }

    /// Hashes the type and what the predicate says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sampleType)
        hasher.combine(condition)
    }

    private var condition: Condition? { nsPredicate.map { Condition($0) } }
}

extension HKSamplePredicate where Sample == HKSample {
    /// Samples of any type.
    public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> HKSamplePredicate<HKSample> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
    /// Quantities of a type.
    public static func quantitySample(
        type: HKQuantityType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKQuantitySample> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKCategorySample {
    /// Category samples of a type.
    public static func categorySample(
        type: HKCategoryType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCategorySample> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKCorrelation {
    /// Correlations of a type.
    public static func correlation(
        type: HKCorrelationType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKCorrelation> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKWorkout {
    /// Workouts.
    public static func workout(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkout> {
        HKSamplePredicate(sampleType: HKObjectType.sampleType(.workout), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKWorkoutRoute {
    /// Routes of workouts.
    public static func workoutRoute(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkoutRoute> {
        HKSamplePredicate(sampleType: HKObjectType.sampleType(.workoutRoute), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKHeartbeatSeriesSample {
    /// Series of heartbeats.
    public static func heartbeatSeries(
        _ predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKHeartbeatSeriesSample> {
        HKSamplePredicate(sampleType: HKObjectType.sampleType(.heartbeatSeries), nsPredicate: predicate)
    }
}
