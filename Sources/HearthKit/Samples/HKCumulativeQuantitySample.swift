/// A sample from the store whose quantities add up.
///
/// `@unchecked Sendable`: as its superclass.
public final class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The sum of the quantities that the sample stands for.
    public var sumQuantity: HKQuantity { quantity }
}
