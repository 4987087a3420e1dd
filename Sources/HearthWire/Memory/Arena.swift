internal import CHearthProtocol

/// The memory of one frame: protobuf-c allocates from it while unpacking, and messages are laid out in it for packing.
/// It is freed at once.
///
/// protobuf-c has no limits. Merging a singular sub-message that is repeated takes quadratic time, and an element of
/// two bytes becomes a hundred in memory. So the arena has a budget for all allocations together, including freed ones:
/// after it is used up, the next allocation and thereby the unpacking fails.
///
/// Unsafe pointers: C code writes to this memory. It is not thread-safe: each thread has its own.
final class Arena {
    /// The rest of the budget.
    ///
    /// The exclusivity of this and the following properties is not checked: nothing is called during an access, and a
    /// frame takes dozens of allocations.
    @exclusivity(unchecked) private(set) var budget = 0
    /// Whether an allocation failed.
    @exclusivity(unchecked) private(set) var isExhausted = false
    /// Whether protobuf-c has freed a part of a message: it replaced a field that occurred before, or gave up.
    @exclusivity(unchecked) private(set) var hasFreedContent = false

    /// The memory that is in use. The first chunk stays for the next frame.
    @exclusivity(unchecked) private var chunks: [UnsafeMutableRawBufferPointer] = []
    /// Where the next allocation goes, in the last chunk.
    @exclusivity(unchecked) private var next: UnsafeMutableRawPointer?
    @exclusivity(unchecked) private var left = 0

    /// The first chunk is this large at most: enough for a batch, and not worth returning to the system.
    private static let keptBytes = 512 << 10
    private static let smallestChunk = 16 << 10
    /// Each allocation is preceded by its size. protobuf-c returns a string as a pointer only: without the size, a NUL
    /// inside would hide the rest.
    private static let headerBytes = 8
    private static let alignment = 8
    /// protobuf-c notes the fields of a long message in tables of at least this size, and frees them in the end. No struct
    /// of a message is as large.
    private static let smallestFieldTable = 1 << 10
    /// For messages to be packed, whose size the program itself determines.
    static let budgetMax = Int.max / 2

    deinit {
        for chunk in chunks {
            chunk.deallocate()
        }
    }

    /// Frees everything and begins a frame with this budget.
    func reset(budget: Int) {
        assert(budget <= Arena.budgetMax, "the rounding of a size could overflow")
        self.budget = budget
        isExhausted = false
        hasFreedContent = false
        // Of several chunks one is kept, as large as allowed, so that a series of large frames soon needs only one.
        let total = chunks.reduce(0) { $0 + $1.count }
        if chunks.count > 1 {
            releaseChunks()
            addChunk(min(total, Arena.keptBytes))
        } else if total > Arena.keptBytes {
            releaseChunks()
        } else {
            next = chunks.last?.baseAddress
            left = total
        }
    }

    /// Memory for `size` bytes, aligned to 8; nil when the budget does not reach.
    func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        // First limited by the budget, so that rounding does not overflow; then the actual size.
        guard size <= budget else { return exhaust() }
        let bytes = Arena.headerBytes + (size + Arena.alignment - 1) & ~(Arena.alignment - 1)
        guard bytes <= budget else { return exhaust() }
        budget -= bytes
        if bytes > left {
            addChunk(max(bytes, min(2 * (chunks.last?.count ?? 0), Arena.keptBytes), Arena.smallestChunk))
        }
        guard let header = next else { return nil }
        header.storeBytes(of: size, as: Int.self)
        next = header + bytes
        left -= bytes
        return header + Arena.headerBytes
    }

    /// Notes that an allocation is no longer needed.
    func free(_ pointer: UnsafeRawPointer) {
        if sizeOfAllocation(pointer) < Arena.smallestFieldTable {
            hasFreedContent = true
        }
    }

    /// The requested size of an allocation. Nil if the pointer does not belong to this arena.
    func size(of pointer: UnsafeRawPointer) -> Int? {
        let isHere = chunks.contains { chunk in
            guard let base = chunk.baseAddress else { return false }
            return pointer > UnsafeRawPointer(base) && pointer < UnsafeRawPointer(base + chunk.count)
        }
        return isHere ? sizeOfAllocation(pointer) : nil
    }

    /// The requested size of an allocation of this arena.
    func sizeOfAllocation(_ pointer: UnsafeRawPointer) -> Int {
        (pointer - Arena.headerBytes).load(as: Int.self)
    }

    private func exhaust() -> UnsafeMutableRawPointer? {
        isExhausted = true
        return nil
    }

    private func addChunk(_ size: Int) {
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        chunks.append(chunk)
        next = chunk.baseAddress
        left = size
    }

    private func releaseChunks() {
        for chunk in chunks {
            chunk.deallocate()
        }
        chunks = []
        next = nil
        left = 0
    }
}

extension Arena {
    /// Calls `body` with the arena as protobuf-c wants an allocator. The memory of single allocations stays in use.
    func withAllocator<Result>(_ body: (UnsafeMutablePointer<ProtobufCAllocator>) -> Result) -> Result {
        var allocator = ProtobufCAllocator(
            alloc: { data, size in
                guard let data else { return nil }
                // The caller keeps the arena alive; counting references at each allocation would cost as much as it.
                return Unmanaged<Arena>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.allocate(size) }
            },
            free: { data, pointer in
                guard let data, let pointer else { return }
                Unmanaged<Arena>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.free(pointer) }
            },
            allocator_data: Unmanaged.passUnretained(self).toOpaque()
        )
        return withExtendedLifetime(self) { body(&allocator) }
    }
}
