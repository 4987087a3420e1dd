import HearthModel
import HearthSystem

extension ObservedProcess {
    /// What the system says about a process, as far as this user may see it.
    init(of process: Int32) {
        self.init(
            program: ObservedProcess.beginning(of: ProgramFile.path(of: process) ?? ""),
            unit: ObservedProcess.beginning(of: ObservedProcess.unit(in: ObservedProcess.controlGroups(of: process)))
        )
    }

    /// The most bytes that are kept of a text: others choose paths and names.
    private static let bytesMax = 1_024

    private static func beginning(of text: String) -> String {
        guard text.utf8.count > bytesMax else { return text }
        // Whole characters only.
        return String(decoding: text.utf8.prefix(bytesMax - 3), as: UTF8.self).filter { $0 != "\u{FFFD}" }
    }

    /// The innermost service or scope of systemd in the text of a process' control groups; "": there is none.
    static func unit(in controlGroups: String) -> String {
        for line in controlGroups.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            // The unified hierarchy, or on older systems the one that systemd named.
            guard fields.count == 3, fields[1].isEmpty || fields[1] == "name=systemd" else { continue }
            let units = fields[2].split(separator: "/").filter { $0.hasSuffix(".service") || $0.hasSuffix(".scope") }
            if let unit = units.last { return String(unit) }
        }
        return ""
    }

    private static func controlGroups(of process: Int32) -> String {
        let file = open("/proc/\(process)/cgroup", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { closeDescriptor(file) }
        // Unsafe pointers: `read` takes the address of a buffer and its length.
        return withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: 1) { buffer in
            let count = read(file, buffer.baseAddress, buffer.count)
            return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
        }
    }
}
