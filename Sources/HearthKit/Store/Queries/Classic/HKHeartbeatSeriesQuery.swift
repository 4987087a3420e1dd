public import Foundation
internal import HearthClient

/// Reads the beats of a heartbeat series, in the order of time.
///
/// `@unchecked Sendable`: as its superclass; the class is immutable.
open class HKHeartbeatSeriesQuery: HKQuery, @unchecked Sendable {
    /// Called with each beat: the seconds since the series began, whether beats are missing before it, and whether it
    /// is the last; or with an error.
    public typealias DataHandler = @Sendable (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void

    private let series: HKHeartbeatSeriesSample
    private let dataHandler: DataHandler

    /// Reads the beats of a series.
    @preconcurrency
    public init(heartbeatSeries: HKHeartbeatSeriesSample, dataHandler: @escaping DataHandler) {
        series = heartbeatSeries
        self.dataHandler = dataHandler
        super.init(objectType: heartbeatSeries.sampleType, predicate: nil)
    }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        do {
            let beats = try await connection.beats(of: series)
            for (index, beat) in beats.enumerated() {
                let isLast = index == beats.count - 1
                handle { dataHandler(self, beat.offset, beat.isPrecededByGap, isLast, nil) }
            }
        } catch {
            handle { dataHandler(self, 0, false, true, HKError.translated(error)) }
        }
    }
}
