import HearthSystem

/// Shows what is printed on a terminal page by page, with the program that PAGER names, or else `less`.
///
/// Unsafe pointers: `popen` returns the address of a stream, which is kept as a number until the stream is closed.
enum Pager {
    private static let stream = Guarded<UInt>(0)

    /// Whether a pager shows the output.
    static var isActive: Bool { stream.withLock { $0 != 0 } }

    /// Sends what is printed from now on through a program, if standard output is a terminal: the pager, or another
    /// program.
    static func begin(_ program: String? = nil) {
        guard !isActive, isatty(STDOUT_FILENO) != 0, let program = program ?? standard else { return }
        // Ends at once when everything fits, keeps colours, cuts long lines, and leaves the text on the screen.
        setenv("LESS", "FRSX", 0)
        guard let opened = popen(program, "w") else { return }
        // The pager handles Ctrl-C, as it shows what is there.
        signal(SIGINT, SIG_IGN)
        dup2(fileno(opened), STDOUT_FILENO)
        stream.withLock { $0 = UInt(bitPattern: opened) }
    }

    /// Waits until the pager has ended.
    static func end() {
        let opened = stream.withLock { stream in
            defer { stream = 0 }
            return UnsafeMutablePointer<FILE>(bitPattern: stream)
        }
        guard let opened else { return }
        close(STDOUT_FILENO)
        pclose(opened)
    }

    private static var standard: String? {
        let environment = Terminal.environment
        guard environment["TERM"] != "dumb" else { return nil }
        guard let named = environment["PAGER"] else { return isInstalled("less") ? "less" : nil }
        return named.isEmpty || named == "cat" ? nil : named
    }

    /// Whether the path of programs has one.
    static func isInstalled(_ program: String) -> Bool {
        (Terminal.environment["PATH"] ?? "").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
