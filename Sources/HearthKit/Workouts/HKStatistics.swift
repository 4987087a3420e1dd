public import Foundation
internal import HearthModel

/// The statistics of a type's quantities over a time. A value that was not computed is nil: cumulative types have a
/// sum, discrete types an average, a minimum and a maximum.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKStatistics: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let statistics: WorkoutStatistics

    init(_ statistics: WorkoutStatistics) {
        self.statistics = statistics
    }

    /// The type of the quantities.
    open var quantityType: HKQuantityType { HKObjectType.single(statistics.type) }

    /// When the time begins.
    open var startDate: Date { statistics.start.date }

    /// When the time ends.
    open var endDate: Date { statistics.end.date }

    /// The apps, if the statistics are separated by source; those of workouts are not.
    open var sources: [HKSource]? { nil }

    /// The average of the quantities.
    open func averageQuantity() -> HKQuantity? { quantity(statistics.average) }

    /// The smallest quantity.
    open func minimumQuantity() -> HKQuantity? { quantity(statistics.minimum) }

    /// The largest quantity.
    open func maximumQuantity() -> HKQuantity? { quantity(statistics.maximum) }

    /// The last quantity.
    open func mostRecentQuantity() -> HKQuantity? { quantity(statistics.mostRecent?.value) }

    /// From when to when the last quantity was measured.
    open func mostRecentQuantityDateInterval() -> DateInterval? {
        statistics.mostRecent.map { DateInterval(start: $0.start.date, end: max($0.start.date, $0.end.date)) }
    }

    /// The sum of the quantities.
    open func sumQuantity() -> HKQuantity? { quantity(statistics.sum) }

    private func quantity(_ value: Double?) -> HKQuantity? {
        guard let value, let unit = statistics.type.storageUnit else { return nil }
        return HKQuantity(value, unit)
    }

    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKStatistics)?.statistics == statistics
    }

    override open var hash: Int { statistics.hashValue }

    override open var description: String {
        let known = [
            ("sum", sumQuantity()), ("average", averageQuantity()), ("minimum", minimumQuantity()),
            ("maximum", maximumQuantity()), ("most recent", mostRecentQuantity()),
        ]
        let texts = known.compactMap { name, quantity in quantity.map { "\(name) \($0)" } }
        return "\(statistics.type.identifier): \(texts.joined(separator: ", ")) (\(startDate) - \(endDate))"
    }

    // MARK: - Copying and archives

    /// An archive holds only bytes, which are checked like a server's replies.
    open class var supportsSecureCoding: Bool { true }

    /// The statistics in an archive; nil when the archive holds something else.
    public required init?(coder: NSCoder) {
        let statistics = coder.decodeReply { reply throws(HearthError) in
            let detail = try WorkoutPart.detail(reply)
            guard let statistics = detail.statistics.first, detail == WorkoutDetail(statistics: [statistics])
            else { throw .ofOtherKind }
            return statistics
        }
        guard let statistics else { return nil }
        self.statistics = statistics
    }

    /// Archives the statistics.
    open func encode(with coder: NSCoder) {
        let detail = WorkoutDetail(statistics: [statistics])
        coder.encodeReply { WorkoutPart(detail: detail, start: statistics.start, end: statistics.end).reply }
    }

    /// The statistics themselves, which never change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension [WorkoutStatistics] {
    /// As apps see them.
    var byType: [HKQuantityType: HKStatistics] {
        Dictionary(
            map { (HKObjectType.single($0.type), HKStatistics($0)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The statistics of a type.
    func of(_ type: ObjectType) -> WorkoutStatistics? {
        first { $0.type == type }
    }
}
