import Foundation
import HearthModel
import HearthTestSupport
import HearthWire
import Testing

/// What an app may not read is for it as if it did not exist.
///
/// `HEARTH_ACCESS_SEEDS=1250` makes a million requests.
@Suite struct AccessDifferenceTests {
    private static let stores =
        ProcessInfo.processInfo.environment["HEARTH_ACCESS_SEEDS"].flatMap { Int($0) } ?? 25
    private static let rounds = 40
    private static let requestsOfRound = 20

    @Test func whatIsDeniedCannotBeToldFromWhatIsNotThere() throws {
        let first = SeededGenerator.firstSeed(default: 1)
        for seed in first..<first + UInt64(Self.stores) {
            var stores = try TwoStores(seed: seed)
            for _ in 0..<Self.rounds {
                for _ in 0..<3 {
                    stores.writeSomething()
                    if let difference = stores.difference {
                        note(seed, stores, "what followed a write", difference.whole, difference.part)
                        return
                    }
                }
                for _ in 0..<Self.requestsOfRound {
                    let (request, whole, part) = stores.askSomething()
                    guard whole == part else {
                        note(seed, stores, "\(request)", whole, part)
                        return
                    }
                }
            }
        }
    }

    private func note(_ seed: UInt64, _ stores: TwoStores, _ what: String, _ whole: [Reply], _ part: [Reply]) {
        Issue.record(
            """
            HEARTH_TEST_SEED=\(seed) HEARTH_ACCESS_SEEDS=1: the app can tell what it may not read: \(what)
            limits: \(stores.limits)
            the whole store: \(whole)
            the other one:   \(part)
            """
        )
    }
}
