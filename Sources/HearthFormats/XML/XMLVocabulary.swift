/// Counts the different names in a file. Expat keeps each name until the end, so a file may not make up a new one for
/// each element.
struct XMLVocabulary {
    static let maxNames = 4096

    private var hashes: Set<UInt64> = []
    /// Names that were admitted lately: files repeat a few dozen.
    private var recent = [UInt64](repeating: 0, count: 256)

    /// False when the name is one too many.
    mutating func admits(_ name: XMLText) -> Bool {
        let hash = name.hash(0)
        let place = Int(truncatingIfNeeded: hash >> 56)
        if recent[place] == hash { return true }
        guard hashes.count < Self.maxNames || hashes.contains(hash) else { return false }
        hashes.insert(hash)
        recent[place] = hash
        return true
    }
}
