/// The state of the delivery of one type to one app.
enum DeliveryState: Hashable {
    /// The app is suspended, runs, or will be notified by a call.
    case settled
    /// The app was started or notified, and has time until then to acknowledge.
    case underWay(until: Int64)
    /// The app did not acknowledge in time.
    case failed
    /// A call has notified the app, which now has time to acknowledge the changes up to a commit.
    case notified(upTo: UInt64, isRetry: Bool)
    /// The app is to be started.
    case due
    case dueLater(at: Int64)
}
