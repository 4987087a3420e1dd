import HearthModel
import HearthStore
import HearthWire

/// Prepares a write before the writer gets it: finds the samples that a deletion means and prepares their segments, or makes
/// the blocks of a large save or association. A smaller save that may change much, or has to be compared with much, is prepared
/// after the writer has seen that it does.
final class PreparationTask: ReadTask {
    private enum Work {
        case matching(MatchingSearch)
        case objects(ObjectSearch)
        case save(SaveEncoder)
        case addition(AdditionEncoder)

        init?(_ operation: Write.Operation, by origin: Write.Origin, commitsFirst: Bool) {
            switch operation {
            case .delete(.matching(let clause)): self = .matching(MatchingSearch(clause, by: origin))
            case .delete(.objects(let ids)): self = .objects(ObjectSearch(ids, by: origin))
            case .save(let columns): self = .save(SaveEncoder(columns, by: origin, commitsFirst: commitsFirst))
            case .addToWorkout(let request):
                self = .addition(AdditionEncoder(request, by: origin, commitsFirst: commitsFirst))
            case .setCharacteristics, .register, .acknowledge, .rankSources, .controlAccess, .noteDelivery,
                .storeCounts:
                return nil
            }
        }
    }

    private let operation: Write.Operation
    private let origin: Write.Origin
    private var work: Work
    private(set) var isSmall: Bool
    /// Whether the writer has the write first: mostly there is nothing to prepare.
    let commitsFirst: Bool
    /// The newest snapshot when the running step began; nil while no step runs.
    private var newest: Snapshot?

    /// Nil if the writer can have the write at once. `bytes`: how large the request is.
    init?(
        _ operation: Write.Operation,
        _ cost: RequestCost,
        bytes: Int,
        by origin: Write.Origin,
        in snapshot: Snapshot,
        _ options: ServerOptions
    ) {
        var commitsFirst = false
        var isSmall = false
        switch operation {
        case .delete(.matching): isSmall = cost.isSimple
        case .delete(.objects(let ids)):
            guard ids.count > PreparationTask.fewObjects else { return nil }
            isSmall = ids.count <= PreparationTask.objectsOfSmall
        case .save, .addToWorkout:
            let columns = operation.savedColumns
            commitsFirst =
                bytes <= options.writing.preparedSaveBytes && !PreparationTask.haveManyProvenances(columns)
                && operation.associatedCount <= options.writing.associatedSamples
            // By index: a loop over the elements would copy them.
            let samples = columns.indices.reduce(0) { $0 + columns[$1].ids.count }
            guard
                !commitsFirst || samples > options.writing.comparedSamples || operation.mayChangeMuch(in: snapshot)
            else { return nil }
        case .setCharacteristics, .register, .acknowledge, .rankSources, .controlAccess, .noteDelivery, .storeCounts:
            return nil
        }
        guard let work = Work(operation, by: origin, commitsFirst: commitsFirst) else { return nil }
        self.operation = operation
        self.origin = origin
        self.work = work
        self.commitsFirst = commitsFirst
        self.isSmall = isSmall
    }

    private static let objectsOfSmall = 256
    /// The number of samples that are found and deleted in a few milliseconds, however large they are.
    private static let fewObjects = 2

    /// The number of provenances to which a commit gives numbers in a few milliseconds.
    private static let fewProvenances = 512

    private static func haveManyProvenances(_ columns: [SampleColumns]) -> Bool {
        // By index: a loop over the elements would copy them.
        columns.indices.reduce(0) { $0 + columns[$1].provenance.entries.count } > fewProvenances
    }

    /// Nil before the predicate of a deletion is prepared.
    var prepared: Preparation? {
        switch work {
        case .matching(let search): search.found.map { .rows($0) }
        case .objects(let search): .objects(search.found)
        case .save(let save): .save(save.prepared)
        case .addition(let addition): .addition(addition.prepared)
        }
    }

    /// Whether it is a save, alone or with an association. Large ones are prepared one by one, as each takes several times its
    /// bytes, and so are small ones that change much.
    var isSave: Bool {
        switch work {
        case .save, .addition: true
        case .matching, .objects: false
        }
    }

    /// The commit does all of a save. False: it is a deletion.
    func decline() -> Bool {
        switch work {
        case .save(let save): save.decline()
        case .addition(let addition): addition.decline()
        case .matching, .objects: return false
        }
        return true
    }

    /// The field of the request that says what is deleted.
    var field: String {
        switch work {
        case .matching: "matching"
        case .objects: "objects"
        case .save, .addition: ""
        }
    }

    /// The memory of a save is counted with its frames.
    var held: ReadingMemory {
        switch work {
        case .matching(let search): search.held
        case .objects(let search): search.held
        case .save, .addition: ReadingMemory()
        }
    }

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
        work = Work(operation, by: origin, commitsFirst: false) ?? work
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        guard let newest else { preconditionFailure("a step without a snapshot") }
        let isDone =
            switch work {
            case .matching(let search): try search.step(reader, rows: rows, newest: newest)
            case .objects(let search): try search.step(reader, rows: rows, newest: newest)
            case .save(let save): try save.step(reader, rows: rows, newest: newest)
            case .addition(let addition): try addition.step(reader, rows: rows, newest: newest)
            }
        return isDone ? .end : .pause
    }
}
