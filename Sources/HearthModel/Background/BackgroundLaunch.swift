/// How the server starts an app that has changes to handle and does not run.
package struct BackgroundLaunch: Hashable, Sendable {
    package enum Means: Hashable, Sendable {
        /// A program and its arguments, and where it begins.
        case command([String], workingDirectory: String)
        /// A systemd user unit.
        case systemdUnit(String)
    }

    package var means: Means
    /// How long the app may take for a delivery; 0: the default.
    package var timeLimitSeconds: UInt32
    /// Whether the manifest of the app's package has priority.
    package var isFallback: Bool

    package init(_ means: Means, timeLimitSeconds: UInt32 = 0, isFallback: Bool = false) {
        self.means = means
        self.timeLimitSeconds = timeLimitSeconds
        self.isFallback = isFallback
    }

    package func validate() throws(HearthError) {
        // A manifest can say what no frame can hold: the status would have no reply.
        guard !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw HearthError(.malformedText, "The launch holds NUL.", field: isCommand ? "command" : "systemd_unit")
        }
        switch means {
        case .command(let command, let directory):
            guard let program = command.first, program.isAbsolutePath else {
                throw HearthError(.invalidArgument, "The program is not an absolute path.", field: "command")
            }
            guard command.count <= Limits.launchArguments else {
                throw HearthError(
                    .limitExceeded,
                    "The command has \(command.count) words, and the limit is \(Limits.launchArguments).",
                    field: "command"
                )
            }
            guard directory.isEmpty || directory.isAbsolutePath else {
                throw HearthError(
                    .invalidArgument,
                    "The working directory is not an absolute path.",
                    field: "working_directory"
                )
            }
        case .systemdUnit(let unit):
            let bytes = unit.utf8
            guard let first = bytes.first, first != UInt8(ascii: "-"), !bytes.contains(UInt8(ascii: "/")) else {
                throw HearthError(.invalidArgument, "The name is not that of a systemd unit.", field: "systemd_unit")
            }
        }
        guard byteCount <= Limits.launchBytes else {
            throw HearthError(
                .limitExceeded,
                "The launch has \(byteCount) bytes, and the limit is \(Limits.launchBytes).",
                field: isCommand ? "command" : "systemd_unit"
            )
        }
        guard timeLimitSeconds <= BackgroundLaunch.timeLimitSecondsMax else {
            throw HearthError(
                .valueOutOfRange,
                "The time limit of a delivery is at most \(BackgroundLaunch.timeLimitSecondsMax) seconds.",
                field: "time_limit_seconds"
            )
        }
    }

    package static let timeLimitSecondsMax: UInt32 = 3_600

    private var isCommand: Bool {
        if case .command = means { true } else { false }
    }

    /// The total bytes of its texts.
    package var byteCount: Int { texts.reduce(0) { $0 + $1.utf8.count } }

    private var texts: [String] {
        switch means {
        case .command(let command, let directory): command + [directory]
        case .systemdUnit(let unit): [unit]
        }
    }
}

extension String {
    /// Checks bytes, because an accent after the slash would combine with it to one character.
    fileprivate var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }
}

extension BackgroundLaunch: CustomStringConvertible {
    /// The command for display, as typed in a shell, cut if it is long.
    package var description: String {
        switch means {
        case .command(let command, _): BackgroundLaunch.line(of: command)
        case .systemdUnit(let unit): "systemctl --user start \(unit)".beginning(bytes: Limits.launchTextBytes)
        }
    }

    /// Words are cut before they are quoted: a store that an older version wrote may have very long ones.
    private static func line(of words: [String]) -> String {
        var line = ""
        for word in words {
            guard line.utf8.count < Limits.launchTextBytes else { break }
            line += line.isEmpty ? "" : " "
            line += quoted(word.beginning(bytes: Limits.launchTextBytes))
        }
        return line.beginning(bytes: Limits.launchTextBytes)
    }

    private static func quoted(_ word: String) -> String {
        guard word.isEmpty || !word.utf8.allSatisfy({ isPlain[Int($0)] }) else { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// For each byte, whether it has no special meaning in a shell.
    private static let isPlain: [Bool] = {
        let special = Set("'\"\\$`*?[]{}()<>|&;#~!".utf8)
        return (0...UInt8.max).map { $0 > 0x20 && $0 != 0x7F && !special.contains($0) }
    }()
}

extension String {
    /// The longest prefix of whole Unicode scalars within a number of bytes.
    fileprivate func beginning(bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: bytes)
        while UTF8.isContinuation(utf8[end]) {
            end = utf8.index(before: end)
        }
        return String(self[..<end])
    }
}
