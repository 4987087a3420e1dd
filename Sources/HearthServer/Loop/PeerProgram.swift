#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Which program a process runs.
enum PeerProgram {
    /// Whether a process runs the program that this one runs: the owner's own tool, which may say more than an app.
    /// Where the system does not tell, nobody may.
    static func isOwn(_ process: Int32) -> Bool {
        guard process > 0, let own else { return false }
        return path(of: String(process)) == own
    }

    private static let own = path(of: "self")

    /// Unsafe pointers: `readlink` takes the address of a buffer and its length.
    private static func path(of process: String) -> String? {
        #if os(Linux)
            let count = Int(PATH_MAX)
            let text = withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer -> String? in
                guard let start = buffer.baseAddress else { return nil }
                let length = readlink("/proc/\(process)/exe", start, count)
                guard length > 0, length < count else { return nil }
                return String(decoding: buffer[..<length], as: UTF8.self)
            }
            // That of a program which was replaced by a newer one.
            let replaced = " (deleted)"
            return text.map { $0.hasSuffix(replaced) ? String($0.dropLast(replaced.count)) : $0 }
        #else
            return nil
        #endif
    }
}
