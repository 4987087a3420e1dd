import HearthSystem

/// A pipe between the server and a process that it starts. Neither end is inherited by accident.
struct DescriptorPipe {
    let readEnd: Int32
    let writeEnd: Int32

    /// Nil if no descriptors are left.
    ///
    /// Unsafe pointers: `pipe` fills in two numbers.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }
}
