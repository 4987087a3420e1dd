import HearthStore

/// What an open call holds.
struct CallHolding {
    /// The call itself and its request.
    let request: ReadingMemory
    /// The memory of its task after the last step.
    private(set) var reading = ReadingMemory()
    private(set) var bytes: Int

    init(request: ReadingMemory) {
        self.request = request
        bytes = CallHolding.bytes(of: request)
    }

    /// Notes what it reads with now. Returns what is new and what is gone; nil: nothing has changed. The sets come in the
    /// order in which they were made, so mostly the first ones are the same.
    mutating func read(with new: ReadingMemory) -> (added: ReadingMemory, removed: ReadingMemory)? {
        let old = reading
        var same = 0
        while same < min(old.shared.count, new.shared.count), old.shared[same] === new.shared[same] {
            same += 1
        }
        guard old.bytes != new.bytes || same < max(old.shared.count, new.shared.count) else { return nil }
        reading = new
        let added = ReadingMemory(bytes: new.bytes, shared: Array(new.shared.dropFirst(same)))
        let removed = ReadingMemory(bytes: old.bytes, shared: Array(old.shared.dropFirst(same)))
        bytes += CallHolding.bytes(of: added) - CallHolding.bytes(of: removed)
        return (added, removed)
    }

    private static func bytes(of memory: ReadingMemory) -> Int {
        memory.shared.reduce(memory.bytes) { $0 + $1.heldBytes }
    }
}
