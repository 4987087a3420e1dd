/// Counts the different names in a file. Expat keeps each name until the end, so a file may not make up a new one for
/// each element.
struct XMLVocabulary {
    static let mostNames = 4096

    private var hashes: Set<UInt64> = []
    /// Names that were admitted lately: files repeat a few dozen.
    private var recent = [UInt64](repeating: 0, count: 256)

    /// False when the name is one too many.
    mutating func admits(_ name: Span<UInt8>) -> Bool {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in name.indices {
            hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01b3
        }
        let place = Int(truncatingIfNeeded: hash >> 56)
        if recent[place] == hash { return true }
        guard hashes.count < Self.mostNames || hashes.contains(hash) else { return false }
        hashes.insert(hash)
        recent[place] = hash
        return true
    }
}
