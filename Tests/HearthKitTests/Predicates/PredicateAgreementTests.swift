import Foundation
import HearthTestSupport
import Testing

@testable import HearthKit

/// What the server finds, what the client says of each sample, and what HealthKit's properties say are the same.
@Suite struct PredicateAgreementTests {
    @Test func serverClientAndPlainSwiftAgree() async throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 1)
        let shared = try SharedStore()
        let history = try await RandomHistory(generator, in: shared)
        for (index, type) in RandomHistory.types.enumerated() {
            var statements = RandomStatements(about: history, of: type, SeededGenerator(seed: seed &+ UInt64(index)))
            try #require(statements.samples.count > 10)
            for round in 0..<60 {
                let blocks = round % 2 == 0
                let statement = statements.statement(depth: round % 5, blocks: blocks, associations: !blocks)
                let comment: Comment = "HEARTH_TEST_SEED=\(seed) round \(round): \(type): \(statement.text)"
                let query = HKSampleQueryDescriptor(
                    predicates: [.sample(type: type, predicate: statement.predicate)],
                    sortDescriptors: []
                )
                let found = try await query.result(for: shared.store).map(\.uuid)
                let meant = statements.samples.filter(statement.isTrue).map(\.uuid)
                #expect(Set(found).count == found.count && Set(found) == Set(meant), comment)
                guard blocks else { continue }
                let condition = Condition(statement.predicate)
                for sample in statements.samples {
                    let truth = condition.holds(for: sample)
                    #expect(truth == statement.isTrue(sample), comment)
                    #expect(truth == statement.predicate.evaluate(with: sample), comment)
                }
            }
        }
    }
}
