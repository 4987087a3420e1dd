public import Foundation

/// Collects the elements of a series: the base class of the builders for routes and heartbeat series.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; locks guard the mutable state of subclasses.
open class HKSeriesBuilder: NSObject, @unchecked Sendable {
    let store: HKHealthStore
    let device: HKDevice?

    init(healthStore: HKHealthStore, device: HKDevice?) {
        store = healthStore
        self.device = device
    }

    /// Discards the collected data. Nothing can be added any more.
    open func discard() {}
}
