import HearthModel
import HearthSystem

/// Lines for the owner of the process, on standard error: one event a line, and never a health value. What others chose,
/// such as the path of a program, cannot end a line or control a terminal.
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
    private let output: LogOutput

    /// - Parameter isJournal: whether systemd's journal reads the lines.
    package init(upTo most: Level, isJournal: Bool) {
        self.init(upTo: most, isJournal: isJournal, LogOutput(STDERR_FILENO))
    }

    init(upTo most: Level, isJournal: Bool, _ output: LogOutput) {
        self.most = most
        self.isJournal = isJournal
        self.output = output
    }

    package func error(_ text: String) { write(.error, text) }
    package func warning(_ text: String) { write(.warning, text) }
    package func info(_ text: String) { write(.info, text) }

    /// A line that an app has printed as it is in the log, under the app's name: no app speaks for the server or for another
    /// app.
    func line(_ printed: ArraySlice<UInt8>, printedBy app: AppID) -> String {
        let text = printed.last == UInt8(ascii: "\n") ? printed.dropLast() : printed
        return LogOutput.cut(line(.info, "\(Log.name(of: app)): \(String(decoding: text, as: UTF8.self))"))
    }

    /// Logs lines that are made.
    func write(_ lines: [String]) {
        output.write(lines, notice: linesLost)
    }

    private func linesLost(_ lost: Int) -> String {
        line(.warning, "\(lost) lines before this one were lost: what reads this log does not keep up")
    }

    private func write(_ level: Level, _ text: String) {
        guard level <= most else { return }
        write([line(level, text)])
    }

    private func line(_ level: Level, _ text: String) -> String {
        "\(isJournal ? "<\(level.priority)>" : "")hearth: \(level.name): \(text.printable)\n"
    }
}
