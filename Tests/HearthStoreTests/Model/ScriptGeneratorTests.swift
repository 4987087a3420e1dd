import HearthModel
import HearthStore
import HearthWire
import Testing

/// Scripts consist of what a server lets through to the store, and of enough of everything.
@Suite struct ScriptGeneratorTests {
    @Test(arguments: 1...10 as ClosedRange<UInt64>) func requestsAreValid(seed: UInt64) throws {
        for step in ScriptGenerator.script(seed: seed, steps: 300).steps {
            switch step {
            case .commit(let writes): for write in writes { try validate(write) }
            case .query(let request), .openQuery(_, let request): try validate(request.clauses)
            case .changes(let from), .openChanges(_, let from): try validate(from.request.clauses)
            case .sources(let request): try validate(request.clauses)
            case .maintain, .advance, .reopen, .readOn, .characteristics, .verify, .everything: break
            }
        }
    }

    @Test func writesAreAcceptedAndRefusedInManyWays() {
        var accepted = 0
        var replaced = 0
        var moved = 0
        var refusals: [ErrorCode: Int] = [:]
        var most = 0
        for seed in 1...20 as ClosedRange<UInt64> {
            var store = ReferenceStore()
            for case .commit(let writes) in ScriptGenerator.script(seed: seed, steps: 300).steps {
                for write in writes {
                    switch store.applying(write, at: Timestamp(nanoseconds: 0)) {
                    case .success(let effect):
                        accepted += 1
                        replaced += effect.added > 0 && effect.deleted > 0 ? 1 : 0
                        moved += effect.numbers.upperBound > effect.added + effect.deleted ? 1 : 0
                        store = effect.committed(at: store.head + UInt64(effect.numbers.upperBound))
                    case .failure(let refusal):
                        for fault in refusal.faults { refusals[fault.code, default: 0] += 1 }
                    }
                }
                most = max(most, store.rows.count)
            }
        }
        #expect(accepted > 2_000 && replaced > 100 && moved > 20, "\(accepted) \(replaced) \(moved)")
        for code: ErrorCode in [.invalidArgument, .identifierConflict, .objectNotFound, .notOwner, .workoutNotFound] {
            #expect(refusals[code, default: 0] > 50, "\(code.name)")
        }
        #expect(most > 50, "\(most)")
    }

    @Test func scriptsFollowFromTheirSeeds() {
        let texts = [1, 1, 2].map { ScriptGenerator.script(seed: $0, steps: 50).description }
        #expect(texts[0] == texts[1])
        #expect(texts[0] != texts[2])
    }

    private func validate(_ write: Write) throws {
        let columns: [SampleColumns]
        switch write.operation {
        case .save(let saved): columns = saved
        case .addToWorkout(let request): columns = request.columns
        case .delete(.matching(let clause)):
            try validate([clause])
            columns = []
        case .delete(.objects), .setCharacteristics, .acknowledge, .rankSources, .controlAccess, .recordAccess,
            .noteDelivery, .storeCounts:
            columns = []
        case .register(let delivery):
            for registration in delivery.enable { try registration.validate() }
            columns = []
        }
        for columns in columns {
            try columns.validate()
            try columns.validateForSaving()
        }
    }

    private func validate(_ clauses: [Clause]) throws {
        for clause in clauses { try clause.validate() }
    }
}
