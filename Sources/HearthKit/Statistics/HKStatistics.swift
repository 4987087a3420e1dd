public import Foundation
internal import HearthModel
internal import HearthWire

/// The statistics of a type's quantities over a time. A value that was not asked for is nil, and so are the values of a
/// time without quantities.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKStatistics: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private let type: ObjectType
    private let start: Timestamp
    private let end: Timestamp
    private let values: StatisticsValues
    /// The statistics of each source by itself; nil: they are not separated.
    private let parts: [SourceValues]?

    init(
        of type: ObjectType,
        from start: Timestamp,
        to end: Timestamp,
        _ values: StatisticsValues,
        parts: [SourceValues]? = nil
    ) {
        self.type = type
        self.start = start
        self.end = end
        self.values = values
        self.parts = parts
    }

    /// The statistics of a workout or an activity.
    convenience init(_ statistics: WorkoutStatistics) {
        self.init(
            of: statistics.type,
            from: statistics.start,
            to: statistics.end,
            StatisticsValues(statistics)
        )
    }

    /// The type of the quantities.
    open var quantityType: HKQuantityType { HKObjectType.single(type) }

    /// When the time begins.
    open var startDate: Date { start.date }

    /// When the time ends.
    open var endDate: Date { end.date }

    /// The sources of the quantities; nil unless the statistics are separated by source.
    open var sources: [HKSource]? { parts?.map { HKSource($0.source) } }

    /// The average of the quantities.
    open func averageQuantity() -> HKQuantity? { quantity(values.average) }

    /// The average of the quantities of a source; nil unless the statistics are separated by source.
    open func averageQuantity(for source: HKSource) -> HKQuantity? { quantity(values(of: source)?.average) }

    /// The smallest quantity.
    open func minimumQuantity() -> HKQuantity? { quantity(values.minimum) }

    /// The smallest quantity of a source; nil unless the statistics are separated by source.
    open func minimumQuantity(for source: HKSource) -> HKQuantity? { quantity(values(of: source)?.minimum) }

    /// The largest quantity.
    open func maximumQuantity() -> HKQuantity? { quantity(values.maximum) }

    /// The largest quantity of a source; nil unless the statistics are separated by source.
    open func maximumQuantity(for source: HKSource) -> HKQuantity? { quantity(values(of: source)?.maximum) }

    /// The latest quantity.
    open func mostRecentQuantity() -> HKQuantity? { quantity(values.mostRecent?.value) }

    /// The latest quantity of a source; nil unless the statistics are separated by source.
    open func mostRecentQuantity(for source: HKSource) -> HKQuantity? {
        quantity(values(of: source)?.mostRecent?.value)
    }

    /// From when to when the latest quantity was measured.
    open func mostRecentQuantityDateInterval() -> DateInterval? { values.mostRecent?.interval }

    /// From when to when the latest quantity of a source was measured; nil unless the statistics are separated by source.
    open func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
        values(of: source)?.mostRecent?.interval
    }

    /// The sum of the quantities. What several sources measured at the same time counts once.
    open func sumQuantity() -> HKQuantity? { quantity(values.sum) }

    /// The sum of the quantities of a source; nil unless the statistics are separated by source.
    open func sumQuantity(for source: HKSource) -> HKQuantity? { quantity(values(of: source)?.sum) }

    /// How long the samples last. What several of them cover counts once.
    open func duration() -> HKQuantity? { values.duration.map { HKQuantity($0, .second) } }

    /// How long the samples of a source last; nil unless the statistics are separated by source.
    open func duration(for source: HKSource) -> HKQuantity? {
        values(of: source)?.duration.map { HKQuantity($0, .second) }
    }

    private func values(of source: HKSource) -> StatisticsValues? {
        parts?.first { $0.source.app == source.source.app }?.values
    }

    private func quantity(_ value: Double?) -> HKQuantity? {
        guard let value, let unit = type.storageUnit else { return nil }
        return HKQuantity(value, unit)
    }

    override open func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKStatistics else { return false }
        return type == other.type && start == other.start && end == other.end && values == other.values
            && parts == other.parts
    }

    override open var hash: Int {
        var hasher = Hasher()
        hasher.combine(type)
        hasher.combine(start)
        hasher.combine(values)
        return hasher.finalize()
    }

    override open var description: String {
        let known = [
            ("sum", sumQuantity()), ("average", averageQuantity()), ("minimum", minimumQuantity()),
            ("maximum", maximumQuantity()), ("most recent", mostRecentQuantity()), ("duration", duration()),
        ]
        let texts = known.compactMap { name, quantity in quantity.map { "\(name) \($0)" } }
        return "\(type.identifier): \(texts.joined(separator: ", ")) (\(startDate) - \(endDate))"
    }

    // MARK: - Copying and archives

    /// An archive holds only bytes, which are checked like a server's replies.
    open class var supportsSecureCoding: Bool { true }

    // In an archive the anchor of the batch is the name of the type, and `caughtUp` says that the statistics are separated
    // by source, also if there are none.

    /// The statistics in an archive; nil when the archive holds something else.
    public required init?(coder: NSCoder) {
        let archived = coder.decodeReply { reply throws(HearthError) in
            guard case .statistics(let batch) = reply, batch.merged.count == 1,
                batch.sources.allSatisfy({ $0.columns.count == 1 }),
                let name = String(validating: batch.anchor.bytes, as: UTF8.self),
                let type = ObjectType(identifier: name),
                type.kind == .quantity
            else { throw .ofOtherKind }
            return (batch, type)
        }
        guard let (batch, type) = archived else { return nil }
        self.type = type
        start = batch.merged.starts[0]
        end = batch.merged.ends[0]
        values = StatisticsValues(batch.merged, row: 0)
        parts =
            batch.caughtUp
            ? batch.sources.map { SourceValues(source: $0.source, values: StatisticsValues($0.columns, row: 0)) } : nil
    }

    /// Archives the statistics.
    open func encode(with coder: NSCoder) {
        coder.encodeReply {
            .statistics(
                StatisticsBatch(
                    merged: StatisticsColumns(values, from: start, to: end),
                    sources: (parts ?? []).map {
                        SourceStatistics(
                            source: $0.source,
                            columns: StatisticsColumns($0.values, from: start, to: end)
                        )
                    },
                    unit: type.storageUnit,
                    anchor: EncodedAnchor(Array(type.identifier.utf8)),
                    reset: true,
                    caughtUp: parts != nil
                )
            )
        }
    }

    /// The statistics themselves, which never change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension WorkoutStatistics.MostRecent {
    fileprivate var interval: DateInterval { DateInterval(start: start.date, end: max(start.date, end.date)) }
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
