extension Clause {
    /// The memory that the clause takes while a call with it is open. Memory that several calls share counts for each.
    package var heldBytes: Int {
        MemoryLayout<Clause>.stride + (predicate?.heldBytes ?? 0)
    }
}

extension [Clause] {
    package var heldBytes: Int { Heap.array + reduce(0) { $0 + $1.heldBytes } }
}
