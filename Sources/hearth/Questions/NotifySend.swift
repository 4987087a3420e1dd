import HearthSystem

/// `notify-send` while it runs.
///
/// Unsafe pointers: `posix_spawnp` takes arguments and environment as C strings, and `read` fills a buffer.
final class NotifySend: Sendable {
    /// Its number, while it has not ended.
    private let process: Guarded<pid_t?>
    private let output: Int32

    static let program = "notify-send"
    /// The most that is read of what it prints.
    private static let outputMax = 4_096

    /// One is started at a time, so that none inherits the pipe of another, whose end would then not be seen.
    private static let starting = Guarded(())

    /// Starts it. Nil if it is not installed.
    init?(_ arguments: [String]) {
        guard let (number, output) = NotifySend.starting.withLock({ _ in NotifySend.start(arguments) }) else {
            return nil
        }
        process = Guarded(number)
        self.output = output
    }

    private static func start(_ arguments: [String]) -> (number: pid_t, output: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // This thread hears no signals, and the program is to hear SIGINT.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ([program] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        var number: pid_t = 0
        guard posix_spawnp(&number, program, &actions, &attributes, words + [nil], environ) == 0 else {
            close(ends[0])
            return nil
        }
        return (number, ends[0])
    }

    /// Waits until it has ended. To be called once.
    func ended() async -> (code: Int32?, lines: [String]) {
        await withCheckedContinuation { continuation in
            _ = BackgroundThread {
                let text = self.readOutput()
                continuation.resume(returning: (self.exitCode(), text.split(separator: "\n").map(String.init)))
            }
        }
    }

    /// Has it close its notification and end.
    func interrupt() {
        // Under the lock, as the number is another process's once this one was waited for.
        process.withLock { process in
            _ = process.map { kill($0, SIGINT) }
        }
    }

    private func readOutput() -> String {
        defer { close(output) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: NotifySend.outputMax)
        while true {
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<min(count, NotifySend.outputMax - bytes.count)]
        }
    }

    /// Its code; nil: a signal ended it.
    private func exitCode() -> Int32? {
        guard let number = process.withLock({ $0 }) else { return nil }
        // It has closed its output. It is not waited for before nobody sends a signal to the number any more.
        var information = siginfo_t()
        while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        process.withLock { $0 = nil }
        var status: Int32 = 0
        while waitpid(number, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
