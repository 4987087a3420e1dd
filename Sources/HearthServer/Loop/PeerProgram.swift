import HearthSystem

/// The program that the process at the other end of a connection runs.
///
/// It tells the owner's own tool, which may say more than an app. The program is looked at when the process connects and
/// again when it asks for something, and the process must be the same one: a number that the system has given to another
/// process since counts for nothing. This prevents mistakes, not attacks: a malicious program of the same user can make
/// this one run its own code.
struct PeerProgram {
    private let process: Int32
    /// When the process began, in ticks of the system; nil: it did not run the program when it connected.
    private let began: UInt64?

    init(of process: Int32) {
        self.process = process
        began = PeerProgram.runsOwn(process) ? PeerProgram.beginning(of: process) : nil
    }

    /// Whether the process runs the program that this one runs. Where the system does not tell, it does not.
    var isOwn: Bool {
        guard let began else { return false }
        return PeerProgram.runsOwn(process) && PeerProgram.beginning(of: process) == began
    }

    /// Why the process is not the owner's tool, if it is `hearth`: it runs another file than the server, whatever its name,
    /// or one that the system does not tell. Nil if it is.
    var difference: String? {
        guard !isOwn else { return nil }
        guard let own = ProgramFile.own, let path = ProgramFile.path(of: process) else {
            return "The system does not tell the server (process \(getpid())) which program this hearth is, as in a"
                + " container, so it is not taken for the owner's."
        }
        guard path != own else { return nil }
        let server = "\(own), process \(getpid())"
        return
            "This hearth (\(path)) is another file than the server's program (\(server)), so it is not the owner's tool:"
            + " restart the server with it, or use \(own)."
    }

    private static func runsOwn(_ process: Int32) -> Bool {
        ProgramFile.own.map { ProgramFile.path(of: process) == $0 } ?? false
    }

    /// Whether a process has ended: there is none, or its parent has not asked for its exit yet.
    @Sendable static func hasEnded(_ process: Int32) -> Bool {
        if kill(process, 0) != 0, errno == ESRCH { return true }
        return fields(of: process)?.first == "Z"
    }

    /// The 22nd field of the process' state.
    private static func beginning(of process: Int32) -> UInt64? {
        guard let fields = fields(of: process), fields.count > 19 else { return nil }
        return UInt64(fields[19])
    }

    /// The fields of the process' state from the third one on; the second one, the program's name, may hold anything.
    private static func fields(of process: Int32) -> [Substring]? {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { closeDescriptor(file) }
        // Unsafe pointers: `read` takes the address of a buffer and its length.
        let text = withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 1) { buffer -> String in
            let count = read(file, buffer.baseAddress, buffer.count)
            return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
        }
        guard let name = text.lastIndex(of: ")") else { return nil }
        return text[text.index(after: name)...].split(separator: " ")
    }
}
