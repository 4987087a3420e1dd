public import Foundation

/// The samples of one quantity type in a workout, as columns.
///
/// It is also a collection of ``RecordedQuantity``:
///
/// ```swift
/// let column = workout.quantities(of: HKQuantityTypeIdentifier.heartRate.rawValue)
/// let highest = column?.values.max()
/// ```
public struct QuantityColumn: Hashable, Sendable {
    /// HealthKit's identifier, for example `HKQuantityTypeIdentifierHeartRate`.
    public let typeIdentifier: String
    /// The unit of the values, as `HKUnit(from:)` reads it: `count/min`, `W`, `m`.
    public let unit: String
    /// When each sample began, ascending.
    public private(set) var starts: [Date]
    /// When each sample ended.
    public var ends: [Date] { intervalEnds ?? starts }
    /// The values.
    public private(set) var values: [Double]

    /// Nil when each sample is a moment.
    private var intervalEnds: [Date]?

    /// Samples of a type from other sources, for ``GPXWriter``. They must be sorted by start.
    public init(typeIdentifier: String, unit: String, samples: [RecordedQuantity]) {
        self.typeIdentifier = typeIdentifier
        self.unit = unit
        starts = samples.map(\.start)
        intervalEnds = samples.map(\.end)
        values = samples.map(\.value)
    }

    /// Without `ends`, each sample is a moment.
    init(typeIdentifier: String, unit: String, starts: [Date], ends: [Date]?, values: [Double]) {
        self.typeIdentifier = typeIdentifier
        self.unit = unit
        self.starts = starts
        intervalEnds = ends
        self.values = values
    }
}

extension QuantityColumn: RandomAccessCollection {
    /// The position of the first sample.
    public var startIndex: Int { 0 }
    /// The position after the last sample.
    public var endIndex: Int { values.count }

    /// A sample.
    public subscript(row: Int) -> RecordedQuantity {
        RecordedQuantity(start: starts[row], end: intervalEnds?[row] ?? starts[row], value: values[row])
    }
}
