import Foundation
import HealthKit
import HearthTesting
import Testing

@testable import HeartLog

@Suite struct HeartLogTests {
    @Test func theNewestComesFirst() async throws {
        let log = HeartLog(store: try .ephemeral())
        try await log.add(62, at: Date(timeIntervalSince1970: 0))
        try await log.add(75, at: Date(timeIntervalSince1970: 60))
        #expect(try await log.latest(5) == [75, 62])
        #expect(try await log.latest(1) == [75])
    }

    @Test func whatIsSavedMeanwhileIsShown() async throws {
        let log = HeartLog(store: try .ephemeral())
        try await log.add(62)
        async let second: Void = log.add(75)
        var shown: [Double] = []
        for try await change in log.changes() {
            shown += change.addedSamples.map(log.beats)
            if shown.count == 2 { break }
        }
        try await second
        #expect(shown == [62, 75])
    }
}
