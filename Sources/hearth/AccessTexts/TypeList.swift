import HearthModel

extension [ObjectType] {
    /// The names of the types; nil if they are too many for a sentence.
    func names(joinedBy separator: String) -> String? {
        count <= 5 ? map(\.shortName).joined(separator: separator) : nil
    }

    /// The types in a sentence: their names, or how many they are.
    var named: String { names(joinedBy: ", ") ?? "\(count) types" }
}
