public import Foundation

/// One sample of a quantity type, in the unit of its column.
public struct RecordedQuantity: Hashable, Sendable {
    /// When it began.
    public let start: Date
    /// When it ended; the start for a value that holds at one moment.
    public let end: Date
    /// The value.
    public let value: Double

    /// A value that held from start to end.
    public init(start: Date, end: Date, value: Double) {
        self.start = start
        self.end = end
        self.value = value
    }
}
