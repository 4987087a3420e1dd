/// A moment: signed nanoseconds since the Unix epoch, as numpy's `datetime64[ns]`.
///
/// It has exactly 8 bytes, so on a little-endian machine an array of timestamps has the layout of a time column on the
/// wire, and is copied in one piece.
package struct Timestamp: Hashable, Sendable, BitwiseCopyable {
    package var nanoseconds: Int64

    @inlinable
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }
}

extension Timestamp: Comparable {
    @inlinable
    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

/// The range of stored times. It is narrow enough that the difference of any two fits into an `Int64`, so a duration
/// never overflows.
extension Timestamp {
    /// 1900-01-01T00:00:00Z, the first moment that is valid.
    @inlinable
    package static var earliest: Timestamp { Timestamp(nanoseconds: -2_208_988_800_000_000_000) }

    /// 2150-01-01T00:00:00Z, the first moment after the valid ones.
    @inlinable
    package static var latest: Timestamp { Timestamp(nanoseconds: 5_680_281_600_000_000_000) }

    @inlinable
    package var isValid: Bool { self >= Timestamp.earliest && self < Timestamp.latest }
}
