/// A sample from the store whose quantities add up.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
    /// The sum of the quantities that the sample stands for.
    open var sumQuantity: HKQuantity { quantity }
}
