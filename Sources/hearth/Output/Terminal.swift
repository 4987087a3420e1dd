import HearthModel
import HearthSystem

/// Standard output and standard error.
enum Terminal {
    static let version = "hearth 1.0.0"

    /// Makes a write to a closed pipe an error; by default it ends the program.
    static func outliveReaders() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Prints to standard error. Control characters other than line ends are escaped.
    static func printError(_ text: String) {
        var lines: [UInt8] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(printable: String(line))
            lines.append(UInt8(ascii: "\n"))
        }
        _ = write(STDERR_FILENO, lines, lines.count)
    }

    /// Whether a descriptor is a terminal.
    static func isInteractive(_ descriptor: Int32) -> Bool { isatty(descriptor) != 0 }

    /// Drops what was typed in a terminal and not read yet, unless this program is in its background: that would stop it.
    static func discardInput(_ descriptor: Int32) {
        guard isInteractive(descriptor) else { return }
        // Negative for a terminal that does not control this program, and so does not stop it.
        let foreground = tcgetpgrp(descriptor)
        if foreground < 0 || foreground == getpgrp() {
            tcflush(descriptor, TCIFLUSH)
        }
    }

    /// Whether a person sees standard output, in a terminal or in a pager.
    static var showsOutput: Bool { Pager.isActive || isInteractive(STDOUT_FILENO) }

    /// The number of characters in a line of the terminal that shows the output; nil: no terminal does.
    ///
    /// Unsafe pointers: `ioctl` fills in a structure.
    static var width: Int? {
        guard showsOutput else { return nil }
        var size = winsize()
        // Standard output may lead to the pager.
        for descriptor in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        }
        return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether to print in colours: see no-color.org.
    static var hasColours: Bool {
        let environment = environment
        return showsOutput && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Replaces the line that shows the progress of long work. Prints nothing unless standard error is a terminal.
    static func showProgress(_ text: String) {
        guard isInteractive(STDERR_FILENO) else { return }
        let line = Array("\r\u{1B}[K\(text)".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// The variables of the process's environment.
    ///
    /// Unsafe pointers: the system hands them out as a list of C strings.
    static var environment: [String: String] {
        var found: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                found[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            next += 1
        }
        return found
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
