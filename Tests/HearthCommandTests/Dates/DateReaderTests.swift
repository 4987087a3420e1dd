import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import hearth

/// Dates as people write them.
@Suite struct DateReaderTests {
    private static let vienna = TimeZone(identifier: "Europe/Vienna")

    /// 2026-11-21, 10:30 in Vienna.
    private func reader() throws -> DateReader {
        let zone = try #require(Self.vienna)
        return DateReader(now: Timestamp(nanoseconds: 1_795_253_400_000_000_000), zone: zone)
    }

    @Test(arguments: [
        ("now", "2026-11-21T09:30:00Z"),
        ("NOW", "2026-11-21T09:30:00Z"),
        ("today", "2026-11-20T23:00:00Z"),
        ("yesterday", "2026-11-19T23:00:00Z"),
        ("tomorrow", "2026-11-21T23:00:00Z"),
        ("tomorrow 08:30", "2026-11-22T07:30:00Z"),
        ("yesterday 10:30", "2026-11-20T09:30:00Z"),
        ("last monday", "2026-11-15T23:00:00Z"),
        ("Monday", "2026-11-15T23:00:00Z"),
        ("last saturday", "2026-11-13T23:00:00Z"),
        ("friday 7:05", "2026-11-20T06:05:00Z"),
        ("2 hours ago", "2026-11-21T07:30:00Z"),
        ("1 minute ago", "2026-11-21T09:29:00Z"),
        ("an hour ago", "2026-11-21T08:30:00Z"),
        ("3 days ago", "2026-11-18T09:30:00Z"),
        ("1y", "2025-11-21T09:30:00Z"),
        ("a year ago", "2025-11-21T09:30:00Z"),
        ("9 months ago", "2026-02-21T09:30:00Z"),
        ("5 months ago", "2026-06-21T08:30:00Z"),
        ("3h ago", "2026-11-21T06:30:00Z"),
        ("1h30m", "2026-11-21T08:00:00Z"),
        ("one hour ago", "2026-11-21T08:30:00Z"),
        ("last week", "2026-11-14T09:30:00Z"),
        ("last month", "2026-10-21T08:30:00Z"),
        ("noon", "2026-11-21T11:00:00Z"),
        ("yesterday noon", "2026-11-20T11:00:00Z"),
        ("10:30pm", "2026-11-21T21:30:00Z"),
        ("12:15am", "2026-11-20T23:15:00Z"),
        ("yesterday 7am", "2026-11-20T06:00:00Z"),
        ("30s", "2026-11-21T09:29:30Z"),
        ("15m", "2026-11-21T09:15:00Z"),
        ("2h", "2026-11-21T07:30:00Z"),
        ("7d", "2026-11-14T09:30:00Z"),
        ("4w", "2026-10-24T09:30:00Z"),
        ("0s", "2026-11-21T09:30:00Z"),
        ("8:05", "2026-11-21T07:05:00Z"),
        ("08:05:30", "2026-11-21T07:05:30Z"),
        ("2026-11-21", "2026-11-20T23:00:00Z"),
        ("2026-07-01", "2026-06-30T22:00:00Z"),
        ("2026-11-21T10:00", "2026-11-21T09:00:00Z"),
        ("2026-11-21 10:00", "2026-11-21T09:00:00Z"),
        ("2026-11-21t10:00:01,5", "2026-11-21T09:00:01.5Z"),
        ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z"),
        ("2026-11-21T10:00:00z", "2026-11-21T10:00:00Z"),
        ("2026-11-21T10:00:00.123456789Z", "2026-11-21T10:00:00.123456789Z"),
        ("2026-11-21T10:00:00.1234567891Z", "2026-11-21T10:00:00.123456789Z"),
        ("2026-11-21T10:00:00+05:30", "2026-11-21T04:30:00Z"),
        ("2026-11-21T10:00-0800", "2026-11-21T18:00:00Z"),
        ("2026-11-21T10:00:00+01", "2026-11-21T09:00:00Z"),
        ("1900-01-01T00:00:00Z", "1900-01-01T00:00:00Z"),
        ("1969-12-31T23:59:59.75Z", "1969-12-31T23:59:59.75Z"),
        ("2024-02-29", "2024-02-28T23:00:00Z"),
        ("2024-03-01 08:30:00 +0100", "2024-03-01T07:30:00Z"),
        ("2024-03-01 08:30:00 -0800", "2024-03-01T16:30:00Z"),
        ("1709278200", "2024-03-01T07:30:00Z"),
        ("1709278200.25", "2024-03-01T07:30:00.25Z"),
        ("100000000", "1973-03-03T09:46:40Z"),
        ("1709278200123", "2024-03-01T07:30:00.123Z"),
        ("1709278200123456", "2024-03-01T07:30:00.123456Z"),
        ("1709278200123456789", "2024-03-01T07:30:00.123456789Z"),
    ])
    func aDateIsRead(_ text: String, _ moment: String) throws {
        #expect(try DateText.utc(reader().moment(text)) == moment)
    }

    @Test(arguments: [
        "", " ", "tomorow", "last", "last parsec", "1M", "1M ago", "1h30", "1y2h", "13pm", "0am", "noon ago",
        "monday morning", "2 hours", "x hours ago", "2 parsecs ago", "ago",
        "1.5 hours ago", "yesterday 25:00", "last monday 10", "99999999999999999999 years ago", "9000y", "7", "d", "7x",
        "-7d", "+7d", "7 d", "1.5h", "２h", "2026", "2026-11", "2026-1-1",
        "2026-13-01", "2026-02-29", "2026-11-31", "2026-11-21T", "2026-11-21T10", "2026-11-21T24:00",
        "2026-11-21T10:60", "2026-11-21T10:00:60", "2026-11-21T10:00:00.", "2026-11-21T10:00:00.x",
        "2026-11-21T10:00:00+", "2026-11-21T10:00:00+1", "2026-11-21T10:00:00+19:00", "2026-11-21T10:00:00+01:60",
        "2026-11-21X10:00", "2026-11-21T10:00:00Z ", "25:00", "10:5", "99999999999999999999d", "1899-12-31T23:59:59Z",
        "2150-01-01T00:00:00Z", "9999-12-31", "9000w", "20240301", "17092782001", "9999999999", "0999999999",
        "1709278200.", "1709278200.x", "1709278200123.5", "9999999999999999999", "-1709278200",
        "2024-03-01 08:30  +0100",
    ])
    func whatIsNoDateIsRefused(_ text: String) throws {
        let reader = try reader()
        #expect(throws: InputError.self) { try reader.moment(text) }
    }

    @Test func whyADateIsRefusedIsSaid() throws {
        let reader = try reader()
        for (text, reason) in [("2026-11-31", "the calendar does not have this day"), ("1M", "'1 months ago'")] {
            let error = #expect(throws: InputError.self) { try reader.moment(text) }
            #expect(error?.description.contains(reason) == true)
        }
    }

    @Test func aMonthAgoIsTheLastDayOfAShorterMonth() throws {
        let zone = try #require(TimeZone(identifier: "UTC"))
        let reader = DateReader(now: try reader().moment("2024-03-31T10:00:00.5Z"), zone: zone)
        #expect(try DateText.utc(reader.moment("1 month ago")) == "2024-02-29T10:00:00.5Z")
        #expect(try DateText.utc(reader.moment("13 months ago")) == "2023-02-28T10:00:00.5Z")
        #expect(try DateText.utc(reader.moment("3 months ago")) == "2023-12-31T10:00:00.5Z")
    }

    /// In spring the clocks of Vienna skip the hour after 2:00, in autumn they show it twice.
    @Test(arguments: [
        ("2026-03-29T01:59", "2026-03-29T00:59:00Z"),
        ("2026-03-29T02:30", "2026-03-29T01:30:00Z"),
        ("2026-03-29T03:00", "2026-03-29T01:00:00Z"),
        ("2026-10-25T02:30", "2026-10-25T00:30:00Z"),
        ("2026-10-25T03:00", "2026-10-25T02:00:00Z"),
    ])
    func timesThatClocksSkipOrRepeat(_ text: String, _ moment: String) throws {
        #expect(try DateText.utc(reader().moment(text)) == moment)
    }

    @Test(arguments: ["Europe/Vienna", "America/Los_Angeles", "Asia/Kathmandu", "Pacific/Apia", "UTC"])
    func whatIsPrintedIsReadBack(_ name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var (random, seed) = SeededGenerator.fromEnvironment(default: 11)
        let reader = DateReader(now: Timestamp(nanoseconds: 0), zone: zone)
        for _ in 0..<2_000 {
            let seconds = Int.random(in: -2_000_000_000..<4_000_000_000, using: &random)
            let moment = Timestamp(seconds: seconds, nanosecond: Int.random(in: 0..<1_000_000_000, using: &random))
            #expect(try reader.moment(DateText.utc(moment)) == moment, "HEARTH_TEST_SEED=\(seed)")
            #expect(UTCText.moment(DateText.utc(moment).utf8Span.span) == moment, "HEARTH_TEST_SEED=\(seed)")
            // Local times have no offset: one that clocks show twice is taken for the first.
            let local = try reader.moment(DateText(zone: zone).local(moment))
            let difference = moment.nanoseconds - local.nanoseconds
            let isExact = (0..<1_000_000).contains(difference)
            #expect(isExact || difference >= 1_700 * 1_000_000_000, "\(moment) HEARTH_TEST_SEED=\(seed)")
            #expect(isExact || DateText(zone: zone).local(local) == DateText(zone: zone).local(moment))
        }
    }

    @Test func theCalendarIsThatOfFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var (random, seed) = SeededGenerator.fromEnvironment(default: 12)
        for _ in 0..<5_000 {
            let seconds = Int.random(in: -2_208_988_800..<5_680_281_600, using: &random)
            let wall = WallTime(secondsSinceEpoch: seconds)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: Double(seconds))
            )
            let found = [wall.year, wall.month, wall.day, wall.hour, wall.minute, wall.second]
            let wanted = [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second]
            #expect(found == wanted, "HEARTH_TEST_SEED=\(seed)")
            #expect(wall.secondsSinceEpoch == seconds && wall.isValid, "HEARTH_TEST_SEED=\(seed)")
        }
    }

    /// What the fast reader of files takes, the other one reads as the same moment, and takes too.
    @Test(arguments: [
        "2026-11-21T10:00:00Z", "2026-11-21T10:00:00.5Z", "2026-11-21T10:00:00.123456789Z", "2026-11-21T10:00:00.Z",
        "2026-02-29T10:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21 10:00:00Z", "2026-11-21T10:00:00.1234567891Z",
        "1899-12-31T23:59:59Z", "2026-11-21T10:00:00,5Z", "2026-11-21T10:00Z", "2026-11-2xT10:00:00Z", "", "Z",
    ])
    func theFastReaderAgreesWithTheOther(_ text: String) throws {
        guard let moment = UTCText.moment(text.utf8Span.span) else { return }
        #expect(try reader().moment(text) == moment)
    }

    @Test func endsAreAsShortAsTheyCanBe() throws {
        let dates = DateText(zone: try #require(Self.vienna))
        let start = try reader().moment("2026-11-21T10:00")
        #expect(dates.local(start) == "2026-11-21 10:00:00")
        #expect(dates.localEnd(start, after: start) == "")
        #expect(dates.localEnd(try reader().moment("2026-11-21T10:00:00.25"), after: start) == "10:00:00.250")
        #expect(dates.localEnd(try reader().moment("2026-11-22T10:00"), after: start) == "2026-11-22 10:00:00")
    }
}
