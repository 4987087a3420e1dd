import HearthSystem

/// The memory of a process, from `/proc`.
enum ProcessMemory {
    /// The memory of a process by its identifier, or `self`. Nil if the system does not report it.
    static func residentBytes(of process: String) -> Int? {
        guard let file = fopen("/proc/\(process)/status", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = line.prefix { $0 != 0 }.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
                .map { String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self) }
            if words.count > 1, words[0] == "VmRSS:" {
                return Int(words[1]).map { $0 * 1_024 }
            }
        }
        return nil
    }
}
