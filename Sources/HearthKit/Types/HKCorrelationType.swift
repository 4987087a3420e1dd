/// Samples that bind others together, such as the two numbers of a blood pressure.
///
/// `@unchecked Sendable`: as its superclass.
public final class HKCorrelationType: HKSampleType, @unchecked Sendable {}
