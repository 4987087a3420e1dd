import Foundation
import HearthModel
import HearthTestSupport
import Testing

/// The streams of an app whose owner decides meanwhile: nothing that it may read is left out, nothing comes twice,
/// and nothing comes that it may not read.
///
/// `HEARTH_ACCESS_SEEDS=1000` tries as many courses of events.
@Suite struct GrantStreamTests {
    private static let runs = ProcessInfo.processInfo.environment["HEARTH_ACCESS_SEEDS"].flatMap { Int($0) } ?? 25

    @Test func aLaterGrantLeavesNoGap() throws {
        let first = SeededGenerator.firstSeed(default: 1)
        for seed in first..<first + UInt64(Self.runs) {
            let simulation = try GrantSimulation(seed: seed)
            do {
                try simulation.run()
            } catch let violation as GrantViolation {
                Issue.record(
                    """
                    HEARTH_TEST_SEED=\(seed) HEARTH_ACCESS_SEEDS=1: a promise about streams and decisions is broken
                    : \(violation.what)
                    \(simulation.log.suffix(30).joined(separator: "\n"))
                    """
                )
                return
            }
        }
    }
}

struct GrantViolation: Error {
    let what: String

    init(_ what: String) {
        self.what = what
    }
}
