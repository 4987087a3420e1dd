import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

/// What apps have read and saved, for people.
@Suite struct CountsTextTests {
    /// 2024-10-04, 12:00 in universal time.
    private static let now = Timestamp(nanoseconds: (20_000 * 86_400 + 43_200) * 1_000_000_000)

    private func text(isOfOneApp: Bool = false, hours: Int = 2) -> CountsText {
        CountsText(now: Self.now, zone: TimeZone(secondsFromGMT: hours * 3_600) ?? .current, isOfOneApp: isOfOneApp)
    }

    /// Counts of some days before the present one, each at noon.
    private func days(_ counts: [(ago: Int32, count: AccessCount)]) -> [DayCounts] {
        counts.map { ago, count in
            let day = Day(of: Self.now) + -ago
            let noon = Timestamp(nanoseconds: Self.now.nanoseconds - Int64(ago) * 86_400_000_000_000)
            var count = count
            count.lastRead = count.read > 0 ? noon : nil
            count.lastWritten = count.saved + count.deleted > 0 ? noon : nil
            return DayCounts(day, count)
        }
    }

    @Test func aLineForEachTypeByItsName() {
        let read = days([(8, AccessCount(read: 100_000)), (6, AccessCount(read: 8_596)), (0, AccessCount(read: 1_204))])
        let saved = days([(1, AccessCount(saved: 5, deleted: 2)), (0, AccessCount(saved: 1))])
        let old = days([(7, AccessCount(read: 3))])
        let app = AppCounts(
            "org.example.diary",
            [TypeCounts(.stepCount, saved), TypeCounts(.heartRate, read), TypeCounts(.flightsClimbed, old)]
        )
        #expect(
            text().lines(of: app) == [
                "heart rate  read 1,204 today, 9,800 in 7 days, last 14:00",
                "step count  saved 1 today, 6 in 7 days, last 14:00",
                "            deleted 2 in 7 days, last 2024-10-03 14:00",
            ]
        )
        #expect(
            text(isOfOneApp: true).lines(of: app) == [
                "flights climbed  read 3 in 90 days, last 2024-09-27 14:00",
                "heart rate       read 1,204 today, 9,800 in 7 days, 109,800 in 90 days, last 14:00",
                "step count       saved 1 today, 6 in 7 days, last 14:00",
                "                 deleted 2 in 7 days, last 2024-10-03 14:00",
            ]
        )
    }

    /// In Auckland it is the next day already.
    @Test func theDayOfUniversalTimeIsNamedWhereItIsAnother() {
        let app = AppCounts("org.example.diary", [TypeCounts(.stepCount, days([(0, AccessCount(saved: 1))]))])
        #expect(text(hours: 13).lines(of: app) == ["step count  saved 1 today (UTC), last 01:00"])
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] as [(UInt64, String)])
    func thousandsAreToldApart(_ number: UInt64, _ expected: String) {
        #expect(number.grouped == expected)
    }
}
