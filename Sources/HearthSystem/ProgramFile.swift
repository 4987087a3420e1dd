/// The file that a process runs, also when a newer one has replaced it since. Nil where the system does not tell.
package enum ProgramFile {
    /// That of this process.
    package static let own = path(of: "self")

    package static func path(of process: Int32) -> String? {
        process > 0 ? path(of: String(process)) : nil
    }

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
            let replaced = " (deleted)"
            return text.map { $0.hasSuffix(replaced) ? String($0.dropLast(replaced.count)) : $0 }
        #else
            return nil
        #endif
    }
}
