package import HearthModel

/// A moment, which the driver of the server reads from the system's clocks.
package struct ServerTime: Hashable, Sendable {
    /// Of the monotonic clock; for deadlines.
    package var nanoseconds: Int64
    /// Of the wall clock.
    package var date: Timestamp

    package init(nanoseconds: Int64, date: Timestamp) {
        self.nanoseconds = nanoseconds
        self.date = date
    }
}
