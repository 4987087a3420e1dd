/// Samples that have one of a few values, such as a phase of sleep.
///
/// `@unchecked Sendable`: as its superclass.
public final class HKCategoryType: HKSampleType, @unchecked Sendable {}
