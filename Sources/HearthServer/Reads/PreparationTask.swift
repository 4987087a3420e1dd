import HearthModel
import HearthStore
import HearthWire

/// Prepares a write before the writer gets it: finds the samples that a deletion means and prepares their segments, or makes
/// the blocks of a large save or association. A smaller save that may change much, or has to be compared with much, is prepared
/// after the writer has seen that it does.
final class PreparationTask: ReadTask {
    private let operation: Write.Operation
    private let origin: Write.Origin
    private var preparation: any WritePreparation
    private(set) var isSmall: Bool
    /// Whether the writer has the write first: mostly there is nothing to prepare.
    let commitsFirst: Bool
    /// The newest snapshot when the running step began; nil while no step runs.
    private var newest: Snapshot?

    /// Nil if there is nothing to prepare for a write of its kind. `isSmall`: whether the first step may be taken on the
    /// thread of the server.
    init?(_ operation: Write.Operation, by origin: Write.Origin, isSmall: Bool = false, commitsFirst: Bool = false) {
        guard let preparation = operation.makePreparation(by: origin, commitsFirst: commitsFirst) else { return nil }
        self.operation = operation
        self.origin = origin
        self.preparation = preparation
        self.commitsFirst = commitsFirst
        self.isSmall = isSmall
    }

    var prepared: Preparation? { preparation.result }
    var isSave: Bool { preparation.isSave }
    var field: String { preparation.field }
    var held: ReadingMemory { preparation.held }

    /// How often other writes of the app have made the plan of a save wrong.
    var failedPlans: Int { preparation.failedPlans }

    /// Whether a step runs.
    var isReading: Bool { newest != nil }

    func beginStep(_ newest: Snapshot) {
        self.newest = newest
    }

    /// The step has run. The task keeps no snapshot alive between two steps.
    func endStep() {
        newest = nil
    }

    func restart() {
        preparation = operation.makePreparation(by: origin, commitsFirst: false) ?? preparation
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        guard let newest else { preconditionFailure("a step without a snapshot") }
        return try preparation.step(reader, rows: rows, newest: newest) ? .end : .pause
    }
}

extension Write.Operation {
    /// What readers do for the write. Nil if there is nothing to prepare for its kind.
    fileprivate func makePreparation(by origin: Write.Origin, commitsFirst: Bool) -> (any WritePreparation)? {
        switch self {
        case .delete(.matching(let clause)): MatchingSearch(clause, by: origin)
        case .delete(.objects(let ids)): ObjectSearch(ids, by: origin)
        case .save(let columns): SaveEncoder(columns, by: origin, commitsFirst: commitsFirst)
        case .addToWorkout(let request): AdditionEncoder(request, by: origin, commitsFirst: commitsFirst)
        default: nil
        }
    }
}
