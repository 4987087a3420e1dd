import HearthModel
import HearthStore

/// The state of the server at the time of a check.
struct DeliveryContext {
    let snapshot: Snapshot
    let time: ServerTime
    let newestConnection: ConnectionID
    let options: BackgroundOptions
    let positions: CallPositions

    var now: Int64 { time.nanoseconds }

    /// A date as a time of the monotonic clock. At most a minute ahead: the wall clock may be set meanwhile.
    func moment(of date: Timestamp) -> Int64 {
        let pause = max(date.nanoseconds - time.date.nanoseconds, 0)
        return now + min(pause, DeliveryContext.longestPause)
    }

    private static let longestPause: Int64 = 60_000_000_000
}
