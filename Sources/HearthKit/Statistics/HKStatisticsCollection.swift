public import Foundation
internal import HearthModel

/// Statistics of one interval after the other, of equal lengths in calendar units.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
///
/// Unsafe pointers: HealthKit passes one to the blocks that can stop an enumeration. It does not outlive the call.
open class HKStatisticsCollection: NSObject, @unchecked Sendable {
    private let table: StatisticsTable

    init(_ table: StatisticsTable) {
        self.table = table
    }

    /// The statistics of each interval with quantities, in the order of time.
    open func statistics() -> [HKStatistics] { table.all }

    /// The statistics of the interval that contains a date. Without quantities in the interval its values are nil.
    open func statistics(for date: Date) -> HKStatistics? {
        table.interval(containing: Timestamp(clamping: date)).map(table.statistics)
    }

    /// Calls a block with the statistics of each interval, also of those without quantities: from the interval that
    /// contains a date to the interval that contains another. The block can end the enumeration.
    open func enumerateStatistics(
        from startDate: Date,
        to endDate: Date,
        with block: (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        let last = Timestamp(nearestValid: endDate)
        var next = startDate <= endDate ? table.interval(containing: Timestamp(nearestValid: startDate)) : nil
        var stop = ObjCBool(false)
        while let interval = next, interval.lowerBound <= last, !stop.boolValue {
            block(table.statistics(of: interval), &stop)
            next = table.interval(containing: interval.upperBound)
        }
    }

    /// The sources of the quantities; none unless the statistics are separated by source.
    open func sources() -> Set<HKSource> { Set(table.allSources.map(HKSource.init)) }

    override open var description: String {
        let statistics = statistics()
        let times = statistics.first.flatMap { first in
            statistics.last.map { " (\(first.startDate) - \($0.endDate))" }
        }
        return "\(table.type.identifier): \(statistics.count) intervals with quantities\(times ?? "")"
    }
}
