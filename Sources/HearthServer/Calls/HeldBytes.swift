/// The bytes that the open calls of a connection hold.
struct HeldBytes {
    private var byCall = NumberedTable<Int>()
    private(set) var total = 0

    mutating func add(_ bytes: Int, for call: UInt64) {
        byCall.set(bytes, at: call)
        total += bytes
    }

    /// How much that was.
    mutating func remove(_ call: UInt64) -> Int {
        let bytes = byCall.remove(call) ?? 0
        total -= bytes
        return bytes
    }
}
