import HearthModel
import HearthStore

/// What readers do for a write before its commit, step by step.
protocol WritePreparation: AnyObject {
    /// What they have prepared. Nil before the predicate of a deletion is prepared.
    var prepared: Preparation? { get }
    /// Whether it is a save, alone or with an association. Large ones are prepared one by one, as each takes several times its
    /// bytes, and so are small ones that change much.
    var isSave: Bool { get }
    /// The field of the request that says what is deleted. Empty for saves.
    var field: String { get }
    /// The memory that it holds. That of a save is counted with its frames.
    var held: ReadingMemory { get }
    /// Works as much as reading `rows` rows takes. Returns whether the writer can have the write.
    func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool
    /// The commit does all of a save. Returns false for a deletion, which it cannot do.
    func declineIfSave() -> Bool
}

extension MatchingSearch: WritePreparation {
    var prepared: Preparation? { found.map { .rows($0) } }
    var isSave: Bool { false }
    var field: String { "matching" }
    func declineIfSave() -> Bool { false }
}

extension ObjectSearch: WritePreparation {
    var prepared: Preparation? { .objects(found) }
    var isSave: Bool { false }
    var field: String { "objects" }
    func declineIfSave() -> Bool { false }
}

/// Prepares a large save.
final class SavePreparation: WritePreparation {
    private let encoder: SaveEncoder

    init(_ columns: [SampleColumns], by origin: Write.Origin, commitsFirst: Bool) {
        encoder = SaveEncoder(columns, by: origin, commitsFirst: commitsFirst)
    }

    var prepared: Preparation? { .save(encoder.prepared) }
    var isSave: Bool { true }
    var field: String { "" }
    var held: ReadingMemory { ReadingMemory() }

    func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool {
        try encoder.step(reader, rows: rows, newest: newest)
    }

    func declineIfSave() -> Bool {
        encoder.decline()
        return true
    }
}

/// Prepares the association of many samples with a workout.
final class AdditionPreparation: WritePreparation {
    private let encoder: AdditionEncoder

    init(_ request: AddToWorkout, by origin: Write.Origin, commitsFirst: Bool) {
        encoder = AdditionEncoder(request, by: origin, commitsFirst: commitsFirst)
    }

    var prepared: Preparation? { .addition(encoder.prepared) }
    var isSave: Bool { true }
    var field: String { "" }
    var held: ReadingMemory { ReadingMemory() }

    func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool {
        try encoder.step(reader, rows: rows, newest: newest)
    }

    func declineIfSave() -> Bool {
        encoder.decline()
        return true
    }
}
