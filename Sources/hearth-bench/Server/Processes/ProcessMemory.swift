import HearthSystem

/// How much memory a process has, where the system tells it in `/proc`.
enum ProcessMemory {
    /// Of a process by its number, or of this one, which is `self`. Nil where the system does not say.
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
