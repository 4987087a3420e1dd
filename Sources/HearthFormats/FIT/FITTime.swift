import Foundation

/// Times in FIT: seconds since 1989-12-31T00:00:00Z.
enum FITTime {
    /// Smaller numbers count the seconds since the device was switched on.
    static let firstAbsolute: Double = 0x1000_0000

    /// Nil if the number is not a time of day.
    static func date(_ seconds: Double?) -> Date? {
        guard let seconds, seconds >= firstAbsolute else { return nil }
        return Date(timeIntervalSince1970: seconds + 631_065_600)
    }
}
