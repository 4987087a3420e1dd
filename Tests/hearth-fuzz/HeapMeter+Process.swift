import CMalloc
import HearthFuzz

extension HeapMeter {
    /// What the C library's allocator says of the whole process. The fuzzer does one thing at a time.
    static let process = HeapMeter {
        let heap = mallinfo2()
        return Int(heap.uordblks + heap.hblkhd)
    }
}
