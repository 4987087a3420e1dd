/// How much memory the process has allocated and not freed.
package struct HeapMeter: Sendable {
    /// Nil: not measured.
    let bytesInUse: @Sendable () -> Int?

    package init(bytesInUse: @escaping @Sendable () -> Int?) {
        self.bytesInUse = bytesInUse
    }

    /// For tests, which run beside others in one process: what those allocate would be counted too.
    package static let off = HeapMeter { nil }
}
