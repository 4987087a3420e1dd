import Foundation
import HearthTestSupport
import Testing

/// The server and the apps that it starts under a scheduler: what `Protocol/BACKGROUND.md` promises, from the outside.
/// `HEARTH_TEST_SEED=7` begins with another seed; `HEARTH_BACKGROUND_SEEDS=10000` runs that many.
@Suite struct BackgroundSimulationTests {
    private static let steps = 1_000

    @Test func deliveriesAreWhatTheyPromise() async throws {
        let environment = ProcessInfo.processInfo.environment
        let seedCount = environment["HEARTH_BACKGROUND_SEEDS"].flatMap { Int($0) } ?? 100
        let firstSeed = SeededGenerator.firstSeed(default: 1)
        let occurrences = try await SeededRuns(count: seedCount, first: firstSeed).occurrences(Self.run)
        // A few seeds need not meet everything.
        if seedCount >= 100 {
            #expect(occurrences.missing == [], "planned, and never happened")
        }
    }

    @Sendable
    private static func run(seed: UInt64) throws -> Occurrences<DeliveryOccurrence> {
        let (violation, simulation) = try DeliverySimulation.run(seed: seed, steps: steps)
        if let violation {
            Issue.record(
                """
                SWIFT_DETERMINISTIC_HASHING=1 HEARTH_TEST_SEED=\(seed) HEARTH_BACKGROUND_SEEDS=1 swift test
                \(violation)
                \(simulation.lastEvents(60))
                """
            )
        }
        return simulation.occurrences
    }
}
