/// Samples that hold a series: routes and heartbeats.
///
/// `@unchecked Sendable`: as its superclass.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {}
