import HearthStore

/// What an open call holds.
struct CallHolding {
    /// The call itself and its request.
    let request: ReadingMemory
    /// What it reads with, as of its last step.
    var reading = ReadingMemory()

    var bytes: Int { reading.shared.reduce(request.bytes + reading.bytes) { $0 + $1.heldBytes } }
}
