public import Foundation

/// The totals of a workout or a lap. A value is nil if the file does not contain it.
public struct RecordedTotals: Hashable, Sendable {
    /// Seconds without pauses, as the device counted them.
    public var timerTime: TimeInterval?
    /// Metres.
    public var distance: Double?
    /// Whether the distance is the length of the route, because the file has no distance.
    public var isDistanceOfRoute = false
    /// Kilocalories as the device counted them. Most devices include the energy at rest, so this is not
    /// `HKQuantityTypeIdentifierActiveEnergyBurned`.
    public var energy: Double?
    /// Metres uphill.
    public var ascent: Double?
    /// Metres downhill.
    public var descent: Double?

    /// Totals without values.
    public init() {}
}
