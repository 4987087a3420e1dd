import HearthModel
import HearthStore
import HearthWire

/// Finds the samples that a deletion means, and prepares their segments, before the writer gets the deletion.
final class DeletionTask: ReadTask {
    private enum Search {
        case matching(MatchingSearch)
        case objects(ObjectSearch)

        init(_ target: DeleteObjects.Target, by origin: Write.Origin) {
            switch target {
            case .matching(let clause): self = .matching(MatchingSearch(clause, by: origin))
            case .objects(let ids): self = .objects(ObjectSearch(ids, by: origin))
            }
        }
    }

    private let target: DeleteObjects.Target
    private let origin: Write.Origin
    private var search: Search
    private(set) var isSmall: Bool
    /// The newest snapshot when the running step began; nil while no step runs.
    private var newest: Snapshot?

    init(_ target: DeleteObjects.Target, _ cost: RequestCost, by origin: Write.Origin) {
        self.target = target
        self.origin = origin
        search = Search(target, by: origin)
        if case .objects(let ids) = target {
            isSmall = ids.count <= DeletionTask.objectsOfSmall
        } else {
            isSmall = cost.isSimple
        }
    }

    private static let objectsOfSmall = 256

    /// Whether the writer should not have a deletion before it is searched.
    static func isNeeded(for target: DeleteObjects.Target) -> Bool {
        switch target {
        case .matching: true
        case .objects(let ids): ids.count > fewObjects
        }
    }

    /// The number of samples that are found and deleted in a few milliseconds, however large they are.
    private static let fewObjects = 2

    /// Nil before the predicate is prepared.
    var found: FoundDeletion? {
        switch search {
        case .matching(let search): search.found.map { .rows($0) }
        case .objects(let search): .objects(search.found)
        }
    }

    /// The field of the request that says what is deleted.
    var field: String {
        switch target {
        case .matching: "matching"
        case .objects: "objects"
        }
    }

    var held: ReadingMemory {
        switch search {
        case .matching(let search): search.held
        case .objects(let search): search.held
        }
    }

    /// Whether a step runs.
    var isReading: Bool { newest != nil }

    func beginStep(_ newest: Snapshot) {
        self.newest = newest
    }

    /// The step has run. While its segments are searched, the task keeps no snapshot alive between two steps.
    func endStep() {
        newest = nil
    }

    func restart() {
        search = Search(target, by: origin)
    }

    func step(_ reader: StoreReader, rows: Int) throws(HearthError) -> CursorStep<Reply> {
        isSmall = false
        guard let newest else { preconditionFailure("a step without a snapshot") }
        let isDone =
            switch search {
            case .matching(let search): try search.step(reader, rows: rows, newest: newest)
            case .objects(let search): try search.step(reader, rows: rows, newest: newest)
            }
        return isDone ? .end : .pause
    }
}
