import CMalloc
import HearthSystem

/// Returns freed memory to the system when a part of the server is idle. The allocator keeps it, because the next burst of
/// work needs it again; of a large burst that would be many times what the server needs otherwise.
final class FreedMemory: Sendable {
    /// Freed bytes that the system already has.
    private let returned = Guarded(0)

    /// Fewer bytes are not worth the work.
    private static let worthwhile = 32 << 20

    /// Of several threads that have become idle, the first one does it, and the others find nothing left to do.
    func returnToSystem() {
        #if canImport(Glibc)
            returned.withLock { returned in
                let freed = Int(mallinfo2().fordblks)
                returned = min(returned, freed)
                guard freed - returned >= FreedMemory.worthwhile else { return }
                malloc_trim(0)
                returned = Int(mallinfo2().fordblks)
            }
        #endif
    }
}
