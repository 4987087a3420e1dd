#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

// A `Date` is a Double of seconds since 2001-01-01. The promises:
//
// 1. Date -> Timestamp -> Date gives the same date, bit for bit, when the date is a multiple of 2^-29 s (1.86 ns).
//    Every date further than 2^23 s (97 days) from 2001-01-01 is such a multiple, because the spacing of Doubles
//    there is 2^-29 s or more. Nearer to 2001-01-01 so is every date that was computed from a Double of Unix time (a
//    multiple of 2^-23 s) or picked at random from a range of years. Only dates within those 97 days that are finer
//    than 2^-29 s change, by less than 1 ns. (-0.0 comes back as 0.0, which is equal.)
// 2. Timestamp -> Date -> Timestamp gives the same timestamp when any date rounds to it: for every timestamp within
//    2^23 s of 2001-01-01, and elsewhere for those that came from a date.
// 3. Otherwise both ways give the nearest value there is.
//
// A plain nearest Double would break 1 near 2001-01-01, where a Double is finer than a nanosecond: 2^-23 s is
// 119.209 ns, becomes 119 ns, and 119 ns has a Double of its own. So on the way back a multiple of 2^-29 s that
// rounds to the timestamp is preferred. There is at most one, because they are further apart than 1 ns.
//
// Both ways round halves up (never to even, never away from zero). With this one rule "rounds to the timestamp" means
// the same in both directions, also for multiples of 2^-29 s that lie half way between two nanoseconds.

private let nanosecondsPerSecond: Int64 = 1_000_000_000

/// 2001-01-01T00:00:00Z in Unix seconds.
private let referenceDate: Int64 = 978_307_200

extension Timestamp {
    /// The nearest nanosecond; nil for dates that are not finite or too far from 1970 (292 years) for 64 bits.
    package init?(_ date: Date) {
        let time = date.timeIntervalSinceReferenceDate
        // The first is the last Double before the smallest timestamp, the second the last one that fits. NaN fails.
        guard time > -10_201_679_236.854776, time <= 8_245_064_836.854775 else { return nil }
        let seconds = Int64(time)
        let fraction = time - Double(seconds)
        // Exact when `time` is a multiple of 2^-29 s: the fraction is k / 2^29, and k * 10^9 / 2^29 is
        // k * 1953125 / 2^20, which has 20 binary digits after the point and less than 31 before. Finer times are
        // rounded as if they were up to 10^-6 ns different. One second is added so that the number is positive and
        // cutting off its digits rounds down, and taken away again as a second.
        let rounded = Int64(fraction * 1e9 + 1_000_000_000.5)
        // Near the ends of the range the seconds alone may lie outside of it, the sum does not.
        nanoseconds = (seconds + referenceDate - 1) &* nanosecondsPerSecond &+ rounded
    }

    /// The valid timestamp that is nearest to a date: what a clock says that is set to another age.
    package init(nearestValid date: Date) {
        let last = Timestamp(nanoseconds: Timestamp.latest.nanoseconds - 1)
        let outside = date.timeIntervalSinceReferenceDate < 0 ? Timestamp.earliest : last
        self = min(max(Timestamp(date) ?? outside, .earliest), last)
    }

    /// The date that rounds to this timestamp, if there is one, else the nearest.
    package var date: Date {
        Date(timeIntervalSinceReferenceDate: secondsSinceReferenceDate)
    }

    private var secondsSinceReferenceDate: Double {
        var (seconds, fraction) = nanoseconds.quotientAndRemainder(dividingBy: nanosecondsPerSecond)
        if fraction < 0 {
            seconds -= 1
            fraction += nanosecondsPerSecond
        }
        seconds -= referenceDate
        guard seconds >= -(1 << 23), seconds < 1 << 23 else {
            // The nearest Double. The quotient is off by up to 2^-54, which cannot take the sum to the wrong side of
            // the middle between two Doubles: that is a multiple of 2^-30 s, and a whole number of nanoseconds
            // is either exactly there, and then the quotient is exact, or more than 2^-51 s away.
            return Double(seconds) + Double(fraction) / 1e9
        }
        return Timestamp.multiple(seconds, fraction)
            // Less than 2^53 nanoseconds, so both operands are exact and the quotient is the nearest Double.
            ?? Double(seconds * nanosecondsPerSecond + fraction) / 1e9
    }

    /// The multiple of 2^-29 s that rounds to `seconds` and `fraction` nanoseconds after 2001-01-01, if there is one.
    private static func multiple(_ seconds: Int64, _ fraction: Int64) -> Double? {
        // In units of 2^-20 ns a multiple of 2^-29 s is a multiple of 5^9 = 1953125, and all of this is whole numbers.
        let unit: Int64 = 1_953_125
        let target = fraction << 20
        let nearest = (target + unit / 2) / unit
        let distance = nearest * unit - target
        guard distance >= -(1 << 19), distance < 1 << 19 else { return nil }
        return Double(seconds << 29 + nearest) * 0x1p-29
    }
}
