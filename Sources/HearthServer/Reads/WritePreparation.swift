import HearthModel
import HearthStore

/// What readers do for a write before its commit, step by step.
protocol WritePreparation: AnyObject {
    /// What they have prepared. Nil before the predicate of a deletion is prepared.
    var result: Preparation? { get }
    /// Whether it is a save, alone or with an association. Large ones are prepared one by one, as each takes several times its
    /// bytes, and so are small ones that change much.
    var isSave: Bool { get }
    /// The field of the request that says what is deleted. Empty for saves.
    var field: String { get }
    /// The memory that it holds. That of a save is counted with its frames.
    var held: ReadingMemory { get }
    /// How often other writes of the app have made the plan of a save wrong. A step ends with it.
    var failedPlans: Int { get }
    /// Works as much as reading `rows` rows takes. Returns whether the writer can have the write.
    func step(_ reader: StoreReader, rows: Int, newest: Snapshot) throws(HearthError) -> Bool
}

extension MatchingSearch: WritePreparation {
    var result: Preparation? { found.map { .rows($0) } }
    var isSave: Bool { false }
    var field: String { "matching" }
    var failedPlans: Int { 0 }
}

extension ObjectSearch: WritePreparation {
    var result: Preparation? { .objects(found) }
    var isSave: Bool { false }
    var field: String { "objects" }
    var failedPlans: Int { 0 }
}

/// Encodes a large save, alone or with an association.
protocol SavePreparation: WritePreparation {}

extension SavePreparation {
    var isSave: Bool { true }
    var field: String { "" }
    var held: ReadingMemory { ReadingMemory() }
}

extension SaveEncoder: SavePreparation {
    var result: Preparation? { .save(prepared) }
}

extension AdditionEncoder: SavePreparation {
    var result: Preparation? { .addition(prepared) }
}
