public import Foundation
internal import HearthClient
internal import HearthSystem

/// Asks for the statistics of intervals of equal lengths, such as days, and with a `statisticsUpdateHandler` also
/// follows their changes.
///
/// `@unchecked Sendable`: as its superclass; the handlers are guarded.
open class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
    /// Called with the statistics, or with an error.
    public typealias InitialResultsHandler =
        @Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void
    /// Called with the statistics of an interval that have changed and those of all intervals, or with an error.
    public typealias UpdateHandler =
        @Sendable (HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?) -> Void

    /// When one of the intervals begins.
    open private(set) var anchorDate: Date
    /// Which statistics are computed.
    open private(set) var options: HKStatisticsOptions
    /// How long an interval is.
    open private(set) var intervalComponents: DateComponents

    private let quantityType: HKQuantityType
    private let handlers = Guarded(Handlers())

    private struct Handlers {
        var initial: InitialResultsHandler?
        var update: UpdateHandler?
    }

    /// Computes statistics of the samples of a type for each interval: these begin at the anchor and every
    /// `intervalComponents` before and after it, by the calendar of the components or else the current one. Options
    /// that do not fit the type, and components that are no time, stop the program, as they do in HealthKit.
    public init(
        quantityType: HKQuantityType,
        quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        options.requireFit(quantityType)
        require(
            (try? StatisticsIntervals(anchor: anchorDate, components: intervalComponents)) != nil,
            "an interval has a length above zero"
        )
        self.quantityType = quantityType
        self.options = options
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
        super.init(objectType: quantityType, predicate: quantitySamplePredicate)
    }

    /// Called once with the statistics. To be set before the query is executed; else it stops the program.
    @preconcurrency open var initialResultsHandler: InitialResultsHandler? {
        get { handlers.withLock(\.initial) }
        set {
            require(!hasBegun, "the results handler cannot be changed after the query was executed")
            handlers.withLock { $0.initial = newValue }
        }
    }

    /// Called for each interval whose statistics change after the first result, also when samples are deleted. To be
    /// set before the query is executed; else it stops the program.
    @preconcurrency open var statisticsUpdateHandler: UpdateHandler? {
        get { handlers.withLock(\.update) }
        set {
            require(!hasBegun, "the update handler cannot be changed after the query was executed")
            handlers.withLock { $0.update = newValue }
        }
    }

    override var isFollowing: Bool { statisticsUpdateHandler != nil }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        let (initial, update) = (initialResultsHandler, statisticsUpdateHandler)
        var isInitial = true
        do {
            let reading = try StatisticsReading(quantityType, predicate, options, on: connection)
            let intervals = try StatisticsIntervals(anchor: anchorDate, components: intervalComponents)
            guard let update else {
                let collection = HKStatisticsCollection(try await reading.table(intervals))
                return handle { initial?(self, collection, nil) }
            }
            let following = StatisticsFollowing(reading, intervals)
            while let element = try await following.next() {
                let collection = HKStatisticsCollection(element.table)
                if isInitial {
                    handle { initial?(self, collection, nil) }
                }
                for statistics in element.changed ?? [] {
                    handle { update(self, statistics, collection, nil) }
                }
                isInitial = false
            }
        } catch {
            let error = HKError.translated(error)
            if isInitial {
                handle { initial?(self, nil, error) }
            } else {
                handle { update?(self, nil, nil, error) }
            }
        }
    }
}
