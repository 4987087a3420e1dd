public import Foundation

/// Collects what goes into a series: the root of the builders of routes and heartbeat series.
///
/// `@unchecked Sendable`: `NSObject` says nothing about it on Linux; what changes in its subclasses is guarded.
open class HKSeriesBuilder: NSObject, @unchecked Sendable {
    let store: HKHealthStore
    let device: HKDevice?

    init(healthStore: HKHealthStore, device: HKDevice?) {
        store = healthStore
        self.device = device
    }

    /// Gives up what was collected. Nothing can be added any more.
    open func discard() {}
}
