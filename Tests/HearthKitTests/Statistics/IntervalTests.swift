import Foundation
import HearthModel
import HearthTestSupport
import Testing

@testable import HearthKit

/// The intervals of collections.
@Suite struct IntervalTests {
    private static let vienna = calendar("Europe/Vienna")

    private static func calendar(_ zone: String) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        return calendar
    }

    private func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, in calendar: Calendar = vienna) throws
        -> Date
    {
        try #require(calendar.date(from: DateComponents(year: year, month: month, day: day, hour: hour)))
    }

    private func intervals(_ anchor: Date, in calendar: Calendar = vienna, _ change: (inout DateComponents) -> Void)
        throws -> StatisticsIntervals
    {
        var components = DateComponents()
        components.calendar = calendar
        change(&components)
        return try StatisticsIntervals(anchor: anchor, components: components)
    }

    private func edges(_ intervals: StatisticsIntervals, _ first: Date, _ last: Date) throws -> [Date] {
        try intervals.edges(from: Timestamp(clamping: first), through: Timestamp(clamping: last)).map(\.date)
    }

    @Test func daysHave23Or25HoursWhenTheClocksChange() throws {
        let days = try intervals(date(2026, 1, 1)) { $0.day = 1 }
        for (month, day, hours) in [(3, 29, 23.0), (10, 25, 25.0), (7, 1, 24.0)] {
            let edges = try edges(days, date(2026, month, day), date(2026, month, day, 22))
            #expect(edges.count == 2)
            #expect(edges[1].timeIntervalSince(edges[0]) == hours * 3_600)
            #expect(Self.vienna.component(.hour, from: edges[1]) == 0)
        }
        // Hours are all equal.
        let hours = try intervals(date(2026, 1, 1)) { $0.hour = 1 }
        #expect(try edges(hours, date(2026, 3, 29), date(2026, 3, 30)).count == 25)
    }

    @Test func monthsAreCountedFromTheAnchor() throws {
        let months = try intervals(date(2026, 1, 31)) { $0.month = 1 }
        let edges = try edges(months, date(2025, 10, 31), date(2026, 5, 1))
        let days = [(10, 31), (11, 30), (12, 31), (1, 31), (2, 28), (3, 31), (4, 30), (5, 31)]
        #expect(
            edges.map { Self.vienna.dateComponents([.month, .day], from: $0) }
                == days.map { DateComponents(month: $0.0, day: $0.1) }
        )
    }

    @Test func weeksQuartersAndMixedPartsAreUnits() throws {
        let monday = try date(2026, 11, 23)
        let weeks = try intervals(monday) { $0.weekOfYear = 1 }
        #expect(
            try edges(weeks, date(2026, 11, 22), date(2026, 11, 24)) == [
                date(2026, 11, 16), monday, date(2026, 11, 30),
            ]
        )
        let quarters = try intervals(date(2026, 1, 1)) { $0.quarter = 1 }
        #expect(
            try edges(quarters, date(2025, 12, 31), date(2026, 4, 1)) == [
                date(2025, 10, 1), date(2026, 1, 1), date(2026, 4, 1), date(2026, 7, 1),
            ]
        )
        let mixed = try intervals(date(2026, 11, 1)) { ($0.day, $0.hour) = (1, 12) }
        #expect(
            try edges(mixed, date(2026, 11, 1), date(2026, 11, 2, 12)) == [
                date(2026, 11, 1), date(2026, 11, 2, 12), date(2026, 11, 4),
            ]
        )
    }

    @Test func aDayThatACalendarSkipsIsNoInterval() throws {
        // Samoa went from 29 to 31 December 2011.
        let samoa = Self.calendar("Pacific/Apia")
        let days = try intervals(date(2011, 12, 1, in: samoa), in: samoa) { $0.day = 1 }
        let edges = try edges(days, date(2011, 12, 28, in: samoa), date(2011, 12, 31, 12, in: samoa))
        #expect(edges.map { samoa.component(.day, from: $0) } == [28, 29, 31, 1])
    }

    @Test func theZoneOfTheComponentsCounts() throws {
        var components = DateComponents(day: 1)
        components.timeZone = TimeZone(identifier: "Asia/Kolkata")
        let anchor = Date(timeIntervalSince1970: 1_795_249_800)
        let days = try StatisticsIntervals(anchor: anchor, components: components)
        let edges = try edges(days, anchor + 30 * 86_400, anchor + 30 * 86_400)
        #expect(edges == [anchor + 30 * 86_400, anchor + 31 * 86_400])
    }

    @Test func anAnchorMayBeFarAway() throws {
        for anchor in [Date.distantPast, .distantFuture] {
            for change in [{ $0.day = 1 }, { $0.hour = 1 }] as [(inout DateComponents) -> Void] {
                let time = Timestamp(clamping: try date(2026, 11, 25, 10))
                let interval = try #require(try intervals(anchor, change).interval(containing: time))
                #expect(interval.contains(time))
            }
        }
    }

    @Test func componentsThatAreNoTimeAreErrors() throws {
        let refused: [(inout DateComponents) -> Void] = [
            { _ in }, { $0.day = 0 }, { $0.day = -1 }, { ($0.month, $0.day) = (1, -1) }, { $0.day = .max },
            { $0.era = 1 },
        ]
        for change in refused {
            #expect(throws: HearthError.self) { try intervals(.now, change) }
        }
    }

    @Test func tooManyIntervalsAreAnError() throws {
        let seconds = try intervals(date(2026, 1, 1)) { $0.second = 1 }
        #expect(throws: HearthError.self) { try edges(seconds, date(2016, 1, 1), date(2026, 1, 1)) }
    }

    /// Whatever the components and the zone: intervals follow each other, the anchor is an edge, and each time is in the
    /// interval that is said to contain it.
    @Test func intervalsFollowEachOther() throws {
        let first = SeededGenerator.firstSeed(default: 1)
        let zones = ["UTC", "Europe/Vienna", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]
        for seed in first..<first + 200 {
            var random = SeededGenerator(seed: seed)
            let calendar = Self.calendar(zones.randomElement(using: &random) ?? "UTC")
            let anchor = Date(timeIntervalSince1970: Double(Int.random(in: 0...2_000_000_000, using: &random)))
            let intervals = try intervals(anchor, in: calendar) { components in
                let length = Int.random(in: 1...40, using: &random)
                switch Int.random(in: 0...6, using: &random) {
                case 0: components.year = length
                case 1: components.month = length
                case 2: components.weekOfYear = length
                case 3: components.day = length
                case 4: components.hour = length
                case 5: components.minute = length
                default: (components.day, components.hour) = (length, length)
                }
            }
            let note: Comment = "HEARTH_TEST_SEED=\(seed)"
            #expect(intervals.interval(containing: Timestamp(clamping: anchor))?.lowerBound.date == anchor, note)
            let time = Timestamp(nanoseconds: Int64.random(in: 0...2_000_000_000_000_000_000, using: &random))
            let found = try #require(intervals.interval(containing: time), note)
            #expect(found.contains(time), note)
            let next = try #require(intervals.interval(containing: found.upperBound), note)
            #expect(next.lowerBound == found.upperBound, note)
            let edges = try intervals.edges(from: time, through: found.upperBound)
            #expect(edges == [found.lowerBound, found.upperBound, next.upperBound], note)
        }
    }
}
