public import Foundation
internal import HearthClient

/// Reads the locations of a route, in the order of time.
///
/// `@unchecked Sendable`: as its superclass; the class is immutable.
open class HKWorkoutRouteQuery: HKQuery, @unchecked Sendable {
    /// Called with some of the locations, and whether they are the last; or with an error.
    public typealias DataHandler = @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void

    private let route: HKWorkoutRoute
    /// Nil for the whole route.
    open private(set) var dateInterval: DateInterval?
    private let dataHandler: DataHandler

    /// Locations that are handed over at once.
    private static let batch = 1_000

    /// Reads all locations of a route.
    @preconcurrency
    public init(route: HKWorkoutRoute, dataHandler: @escaping DataHandler) {
        self.route = route
        dateInterval = nil
        self.dataHandler = dataHandler
        super.init(objectType: route.sampleType, predicate: nil)
    }

    /// Reads the locations of a route within a time interval.
    @preconcurrency
    public init(route: HKWorkoutRoute, dateInterval: DateInterval, dataHandler: @escaping DataHandler) {
        self.route = route
        self.dateInterval = dateInterval
        self.dataHandler = dataHandler
        super.init(objectType: route.sampleType, predicate: nil)
    }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        do {
            let all = try await connection.locations(of: route)
            let wanted = dateInterval.map { time in all.filter { time.contains($0.timestamp) } } ?? all
            var first = 0
            repeat {
                let end = min(first + HKWorkoutRouteQuery.batch, wanted.count)
                let locations = Array(wanted[first..<end])
                handle { dataHandler(self, locations, end == wanted.count, nil) }
                first = end
            } while first < wanted.count
        } catch {
            handle { dataHandler(self, nil, true, HKError.translated(error)) }
        }
    }
}
