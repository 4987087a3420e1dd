public import Foundation

/// Describes samples: those of a type that match a predicate.
///
/// `@unchecked Sendable`: `NSPredicate` does not declare it on Linux; its instances are immutable.
public struct HKSamplePredicate<Sample: HKSample>: Equatable, Hashable, @unchecked Sendable {
    /// The type of the samples.
    public let sampleType: HKSampleType
    /// The predicate that the samples must match; nil: all match.
    public let nsPredicate: NSPredicate?

    // Compares the meaning of the predicates: on Linux, Foundation considers any two compound predicates equal.

    /// Whether both have the same type and equal predicates.
    public static func == (left: HKSamplePredicate, right: HKSamplePredicate) -> Bool {
        left.sampleType == right.sampleType && left.condition == right.condition
    }

    /// Hashes the type and the predicate's meaning.
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

extension HKSamplePredicate where Sample == HKElectrocardiogram {
    /// Electrocardiograms.
    public static func electrocardiogram(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKElectrocardiogram> {
        HKSamplePredicate(sampleType: HKObjectType.sampleType(.electrocardiogram), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKAudiogramSample {
    /// Audiograms.
    public static func audiogram(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKAudiogramSample> {
        HKSamplePredicate(sampleType: HKObjectType.sampleType(.audiogram), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKVisionPrescription {
    /// Prescriptions.
    public static func visionPrescription(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKVisionPrescription> {
        HKSamplePredicate(sampleType: HKObjectType.sampleType(.visionPrescription), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKStateOfMind {
    /// States of mind.
    public static func stateOfMind(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKStateOfMind> {
        HKSamplePredicate(sampleType: HKObjectType.sampleType(.stateOfMind), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKGAD7Assessment {
    /// Questionnaires GAD-7.
    public static func gad7Assessment(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKGAD7Assessment> {
        HKSamplePredicate(sampleType: HKObjectType.sampleType(.gad7), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKPHQ9Assessment {
    /// Questionnaires PHQ-9.
    public static func phq9Assessment(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKPHQ9Assessment> {
        HKSamplePredicate(sampleType: HKObjectType.sampleType(.phq9), nsPredicate: predicate)
    }
}

extension HKSamplePredicate where Sample == HKClinicalRecord {
    /// Clinical records of a type.
    public static func clinicalRecord(
        type: HKClinicalType,
        predicate: NSPredicate? = nil
    ) -> HKSamplePredicate<HKClinicalRecord> {
        HKSamplePredicate(sampleType: type, nsPredicate: predicate)
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
