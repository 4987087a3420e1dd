/// Samples that measure an amount, such as a heart rate.
///
/// `@unchecked Sendable`: as its superclass.
public final class HKQuantityType: HKSampleType, @unchecked Sendable {}
