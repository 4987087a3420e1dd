import CMalloc

/// Returns freed memory to the system when the server is idle. The allocator keeps it, because the next burst of work needs
/// it again; of a large burst that would be many times what the server needs otherwise.
struct FreedMemory {
    /// Freed bytes that the system already has.
    private var returned = 0

    /// Fewer bytes are not worth the work.
    private static let worthwhile = 32 << 20

    mutating func returnToSystem() {
        #if canImport(Glibc)
            let freed = Int(mallinfo2().fordblks)
            returned = min(returned, freed)
            guard freed - returned >= FreedMemory.worthwhile else { return }
            malloc_trim(0)
            returned = Int(mallinfo2().fordblks)
        #endif
    }
}
