#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Lines for the owner of the process, on standard error: one event a line, and never a health value, nor a name that an
/// app chose.
package struct Log: Sendable {
    package enum Level: Int, Comparable, Sendable {
        case error
        case warning
        case info

        package static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }

        fileprivate var name: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .info: "info"
            }
        }

        /// What journald sorts lines by.
        fileprivate var priority: Int {
            switch self {
            case .error: 3
            case .warning: 4
            case .info: 6
            }
        }
    }

    private let most: Level
    private let isJournal: Bool

    /// - Parameter isJournal: whether systemd's journal reads the lines.
    package init(upTo most: Level, isJournal: Bool) {
        self.most = most
        self.isJournal = isJournal
    }

    package func error(_ text: String) { write(.error, text) }
    package func warning(_ text: String) { write(.warning, text) }
    package func info(_ text: String) { write(.info, text) }

    /// Unsafe pointers: `write` takes the address of the line, which goes out whole.
    private func write(_ level: Level, _ text: String) {
        guard level <= most else { return }
        let prefix = isJournal ? "<\(level.priority)>" : ""
        let line = Array("\(prefix)hearth: \(level.name): \(text)\n".utf8)
        #if canImport(Glibc)
            _ = Glibc.write(STDERR_FILENO, line, line.count)
        #elseif canImport(Musl)
            _ = Musl.write(STDERR_FILENO, line, line.count)
        #else
            _ = Darwin.write(STDERR_FILENO, line, line.count)
        #endif
    }
}
