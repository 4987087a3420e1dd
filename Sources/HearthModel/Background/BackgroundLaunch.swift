/// How an app is started that has something to be told and does not run.
package struct BackgroundLaunch: Hashable, Sendable {
    package enum Means: Hashable, Sendable {
        /// A program and its arguments, and where it begins.
        case command([String], workingDirectory: String)
        /// A unit of the user's systemd.
        case systemdUnit(String)
    }

    package var means: Means
    /// How long the app may take for a delivery; 0: the usual time.
    package var timeLimitSeconds: UInt32
    /// Whether what the app's package has installed comes first.
    package var isFallback: Bool

    package init(_ means: Means, timeLimitSeconds: UInt32 = 0, isFallback: Bool = false) {
        self.means = means
        self.timeLimitSeconds = timeLimitSeconds
        self.isFallback = isFallback
    }

    package func validate() throws(HearthError) {
        switch means {
        case .command(let command, let directory):
            guard let program = command.first, program.isAbsolutePath else {
                throw HearthError(.invalidArgument, "the program is an absolute path", field: "command")
            }
            guard command.count <= Limits.launchArguments else {
                throw HearthError(
                    .limitExceeded,
                    "\(command.count) words of a command, the limit is \(Limits.launchArguments)",
                    field: "command"
                )
            }
            guard directory.isEmpty || directory.isAbsolutePath else {
                throw HearthError(.invalidArgument, "the folder is an absolute path", field: "working_directory")
            }
        case .systemdUnit(let unit):
            let bytes = unit.utf8
            guard let first = bytes.first, first != UInt8(ascii: "-"), !bytes.contains(UInt8(ascii: "/")) else {
                throw HearthError(.invalidArgument, "this is no name of a unit", field: "systemd_unit")
            }
        }
        guard timeLimitSeconds <= BackgroundLaunch.timeLimitSecondsMax else {
            throw HearthError(
                .valueOutOfRange,
                "a delivery takes at most \(BackgroundLaunch.timeLimitSecondsMax) seconds",
                field: "time_limit_seconds"
            )
        }
    }

    package static let timeLimitSecondsMax: UInt32 = 3_600
}

extension String {
    /// By its bytes: an accent after the slash makes one character of both.
    fileprivate var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }
}

extension BackgroundLaunch: CustomStringConvertible {
    /// What is run, as one would type it; for people.
    package var description: String {
        switch means {
        case .command(let command, _): command.map(BackgroundLaunch.quoted).joined(separator: " ")
        case .systemdUnit(let unit): "systemctl --user start \(unit)"
        }
    }

    private static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !BackgroundLaunch.special.utf8.contains($0) }
        guard word.isEmpty || !plain else { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// What a shell takes for more than itself.
    private static let special = "'\"\\$`*?[]{}()<>|&;#~!"
}
