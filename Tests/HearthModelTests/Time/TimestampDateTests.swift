import Foundation
import HearthModel
import HearthTestSupport
import Testing

/// The promises at the top of `Timestamp+Date.swift`, each by its number.
@Suite struct TimestampDateTests {
    @Test func aClockThatIsSetToAnotherAgeIsTakenForTheNearestValidTime() {
        let last = Timestamp(nanoseconds: Timestamp.latest.nanoseconds - 1)
        for seconds in [-300_000_000_000.0, -1e12, -1e11, -9_300_000_000] {
            #expect(Timestamp(nearestValid: Date(timeIntervalSince1970: seconds)) == .earliest)
        }
        for seconds in [1e10, 1e11, 1e12, .greatestFiniteMagnitude] {
            #expect(Timestamp(nearestValid: Date(timeIntervalSince1970: seconds)) == last)
        }
        let now = Date(timeIntervalSince1970: 1_700_000_000.25)
        #expect(Timestamp(nearestValid: now) == Timestamp(nanoseconds: 1_700_000_000_250_000_000))
    }

    private static let year1990 = -347_155_200.0
    private static let year2100 = 3_124_224_000.0
    private static let unix2001: Int64 = 978_307_200_000_000_000

    /// The seconds since 2001-01-01 that `seconds` become by way of a timestamp.
    private func returned(_ seconds: Double) -> Double? {
        Timestamp(Date(timeIntervalSinceReferenceDate: seconds))?.date.timeIntervalSinceReferenceDate
    }

    /// Converts `count` dates there and back and gives the first one that comes back different.
    private func firstChanged(_ count: Int, _ makeDate: () -> Date) -> Date? {
        var left = count
        while left > 0 {
            let date = makeDate()
            guard let timestamp = Timestamp(date), timestamp.date == date else { return date }
            left -= 1
        }
        return nil
    }

    // MARK: - Promise 1

    // Four tests of 2.5 million dates each; side by side where there are cores.
    private static let count = 2_500_000

    @Test func randomDatesComeBack() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 11)
        let changed = firstChanged(Self.count) {
            Date(timeIntervalSinceReferenceDate: .random(in: Self.year1990..<Self.year2100, using: &random))
        }
        #expect(changed == nil, "HEARTH_TEST_SEED=\(seed)")
    }

    @Test func randomUnixDatesComeBack() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 12)
        let changed = firstChanged(Self.count) {
            Date(timeIntervalSince1970: .random(in: 631_152_000..<4_102_444_800, using: &random))
        }
        #expect(changed == nil, "HEARTH_TEST_SEED=\(seed)")
    }

    @Test func randomMillisecondsAndWholeSecondsComeBack() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 13)
        let milliseconds = firstChanged(Self.count / 2) {
            Date(timeIntervalSince1970: Double(631_152_000_000 + random.next() % 3_471_292_800_000) / 1000)
        }
        let seconds = firstChanged(Self.count / 2) {
            Date(timeIntervalSince1970: Double(631_152_000 + random.next() % 3_471_292_800))
        }
        #expect(milliseconds == nil && seconds == nil, "HEARTH_TEST_SEED=\(seed)")
    }

    /// Where the plain nearest Double fails: around 2001-01-01, Unix times with all their digits, and multiples of
    /// 2^-29 s.
    @Test func randomDatesNear2001ComeBack() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 14)
        let unix = firstChanged(Self.count / 2) {
            Date(timeIntervalSince1970: 978_307_200 + .random(in: -1e7..<1e7, using: &random))
        }
        let grid = firstChanged(Self.count / 2) {
            let steps = Int64(bitPattern: random.next()) >> 10
            return Date(timeIntervalSinceReferenceDate: Double(steps) * 0x1p-29)
        }
        #expect(unix == nil && grid == nil, "HEARTH_TEST_SEED=\(seed)")
    }

    @Test func datesAroundPowersOfTwoComeBack() {
        for exponent in 23...32 {
            for edge in [Double(1 << exponent), -Double(1 << exponent)] {
                var (up, down) = (edge, edge)
                for _ in 0..<1000 {
                    // Just inside 2^23 s the Doubles are finer than 2^-29 s: only those further out are promised.
                    #expect(abs(up) < 0x1p23 || returned(up) == up, "\(up)")
                    #expect(abs(down) < 0x1p23 || returned(down) == down, "\(down)")
                    (up, down) = (up.nextUp, down.nextDown)
                }
            }
        }
    }

    @Test func multiplesOfTheGridAroundTheSwitchComeBack() {
        for edge in [-0x1p24, -0x1p23, -0x1p22, -1.0, 0, 1, 0x1p22, 0x1p23, 0x1p24] {
            for step in -5000...5000 {
                let seconds = edge + Double(step) * 0x1p-29
                #expect(returned(seconds) == seconds, "\(seconds)")
            }
        }
    }

    /// A multiple of 2^-29 s half way between two nanoseconds: both ways must round it alike.
    @Test func tiesComeBack() {
        // k * 1953125 / 2^20 ns has the fraction 1/2 when k is an odd multiple of 2^19: 2^-10 s is 976562.5 ns.
        for odd in stride(from: -10_001.0, through: 10_001, by: 2) {
            let seconds = odd * 0x1p-10
            #expect(returned(seconds) == seconds, "\(seconds)")
        }
        #expect(Timestamp(Date(timeIntervalSinceReferenceDate: 0x1p-10))?.nanoseconds == Self.unix2001 + 976_563)
        #expect(Timestamp(Date(timeIntervalSinceReferenceDate: -0x1p-10))?.nanoseconds == Self.unix2001 - 976_562)
    }

    @Test func finerDatesChangeByLessThanANanosecond() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 15)
        for _ in 0..<100_000 {
            let scale = Double.random(in: -40..<23, using: &random)
            let seconds = exp2(scale) * (random.next() % 2 == 0 ? 1 : -1)
            let change = abs((returned(seconds) ?? .infinity) - seconds)
            #expect(change < 1e-9, "\(seconds), HEARTH_TEST_SEED=\(seed)")
        }
        for tiny in [Double.leastNonzeroMagnitude, -Double.leastNonzeroMagnitude, 1e-300, -1e-300, -1e-17, -0.0] {
            #expect(returned(tiny) == 0, "\(tiny)")
        }
    }

    // MARK: - Promise 2

    @Test func nanosecondsNear2001ComeBack() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 16)
        let limit: Int64 = 1 << 23 * 1_000_000_000
        let edges = [-limit, -1_000_000_000, -976_562, 0, 976_563, 1_000_000_000, limit].flatMap { edge in
            (-2000..<2000).map { edge + $0 }.filter { $0 >= -limit && $0 < limit }
        }
        let picked = (0..<500_000).map { _ in Int64.random(in: -limit..<limit, using: &random) }
        let changed = (edges + picked).first { offset in
            let timestamp = Timestamp(nanoseconds: Self.unix2001 + offset)
            return Timestamp(timestamp.date) != timestamp
        }
        #expect(changed == nil, "HEARTH_TEST_SEED=\(seed)")
    }

    @Test func nanosecondsThatCameFromADateComeBack() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 17)
        let changed = firstChanged(200_000) {
            Date(timeIntervalSinceReferenceDate: .random(in: -1e10..<8e9, using: &random))
        }
        #expect(changed == nil, "HEARTH_TEST_SEED=\(seed)")
    }

    // MARK: - Promise 3

    /// Compares exactly with both neighbours.
    @Test func farFrom2001TheNearestDateIsGiven() {
        var (random, seed) = SeededGenerator.fromEnvironment(default: 18)
        for _ in 0..<20_000 {
            let offset = Int64.random(in: 1 << 23 * 1_000_000_000..<7_000_000_000_000_000_000, using: &random)
            let sign: Int64 = random.next() % 2 == 0 ? 1 : -1
            let seconds = Timestamp(nanoseconds: Self.unix2001 + sign * offset).date.timeIntervalSinceReferenceDate
            let distance = gridDistance(seconds, sign * offset)
            #expect(distance <= gridDistance(seconds.nextUp, sign * offset), "HEARTH_TEST_SEED=\(seed)")
            #expect(distance <= gridDistance(seconds.nextDown, sign * offset), "HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// |seconds - nanoseconds / 10^9| in units of 2^-30 ns; `seconds` is a multiple of 2^-30 from 2^23 s on, and so are
    /// its neighbours.
    private func gridDistance(_ seconds: Double, _ nanoseconds: Int64) -> UInt128 {
        let left = Int128(Int64(seconds * 0x1p30)) * 1_000_000_000
        return (left - Int128(nanoseconds) << 30).magnitude
    }

    private static let knownDates: [(seconds: Double, nanoseconds: Int64)] = [
        (0.0, unix2001), (-978_307_200, 0), (-978_307_201, -1_000_000_000), (0.5, unix2001 + 500_000_000),
        (-0.5, unix2001 - 500_000_000), (-0.25, unix2001 - 250_000_000), (1e-9, unix2001 + 1),
        (-1e-9, unix2001 - 1), (0.4e-9, unix2001), (-0.4e-9, unix2001), (0.6e-9, unix2001 + 1),
        (-978_307_200.5, -500_000_000), (-3_187_296_000, Timestamp.earliest.nanoseconds),
        (4_701_974_400, Timestamp.latest.nanoseconds),
    ]

    @Test(arguments: knownDates)
    func knownDate(seconds: Double, nanoseconds: Int64) {
        #expect(Timestamp(Date(timeIntervalSinceReferenceDate: seconds))?.nanoseconds == nanoseconds)
    }

    // MARK: - Range

    @Test func datesOutOfRangeAreRefused() {
        let smallest = -10_201_679_236.854774
        let largest = 8_245_064_836.854775
        for seconds in [.nan, .infinity, -.infinity, 1e300, -1e300, smallest.nextDown, largest.nextUp] {
            #expect(Timestamp(Date(timeIntervalSinceReferenceDate: seconds)) == nil, "\(seconds)")
        }
        #expect(Timestamp(Date.distantPast) == nil)
        #expect(Timestamp(Date.distantFuture) == nil)
        #expect(returned(smallest) == smallest)
        #expect(returned(largest) == largest)
        #expect(Timestamp(Date(timeIntervalSinceReferenceDate: smallest)).map { $0.nanoseconds < 0 } == true)
        #expect(Timestamp(Date(timeIntervalSinceReferenceDate: largest)).map { $0.nanoseconds > 0 } == true)
    }

    @Test func everyTimestampHasADate() {
        #expect(Timestamp(nanoseconds: .min).date.timeIntervalSinceReferenceDate == -10_201_679_236.854776)
        #expect(Timestamp(nanoseconds: .max).date.timeIntervalSinceReferenceDate == 8_245_064_836.854775)
    }
}
