package import Foundation

/// A program that a test runs. It does not outlive this value.
///
/// Foundation's `Process` hands no descriptors over, which a server needs for socket activation.
///
/// Unsafe pointers: `posix_spawn` takes its strings as C has them, and its actions by their address.
package final class ChildProcess {
    package enum Exit: Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// How a program is started.
    package struct Launch {
        package var arguments: [String]
        /// Beside the variables of the test itself.
        package var environment: [String: String]
        /// Files for what it prints.
        package var output: String
        package var errors: String
        /// Descriptors that it gets, by the numbers that they have there.
        package var descriptors: [Int32: Int32]

        package init(
            arguments: [String] = [],
            environment: [String: String] = [:],
            output: String = "/dev/null",
            errors: String = "/dev/null",
            descriptors: [Int32: Int32] = [:]
        ) {
            self.arguments = arguments
            self.environment = environment
            self.output = output
            self.errors = errors
            self.descriptors = descriptors
        }
    }

    package let id: pid_t
    /// Readable when the process is gone: the other end is open in it only.
    package let life: Int32
    package private(set) var exit: Exit?

    /// The number that the other end of `life` has in the process.
    package static let lifeInChild: Int32 = 9
    /// Descriptors that are handed over come from above those that they may become.
    private static let leastSource: Int32 = 32

    package init(_ program: String, _ launch: Launch) throws {
        var pair: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
            throw Unexpected.failed("socketpair", errno)
        }
        life = pair[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var sources = [pair[1]]
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
            sources.forEach { close($0) }
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, launch.output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, launch.errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let descriptors = launch.descriptors.merging([Self.lifeInChild: pair[1]], uniquingKeysWith: { $1 })
        for (number, descriptor) in descriptors {
            let source = fcntl(descriptor, F_DUPFD_CLOEXEC, Self.leastSource)
            sources.append(source)
            posix_spawn_file_actions_adddup2(&actions, source, number)
        }
        // Other threads may have descriptors without FD_CLOEXEC. Foundation's `Process` has: it waits for the end of a pipe
        // that this process would keep open.
        for number in 3..<(try Self.leastUnused()) where descriptors[number] == nil {
            posix_spawn_file_actions_addclose(&actions, number)
        }
        // Whatever the thread of the test has blocked, the process is to hear its signals; and whatever the tests were
        // started with, as a script does in its background with SIGINT ignored.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ([program] + launch.arguments).map { strdup($0) }
        let variables = Self.environment(launch.environment).map { strdup("\($0.key)=\($0.value)") }
        defer { (words + variables).forEach { free($0) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, program, &actions, &attributes, words + [nil], variables + [nil])
        guard code == 0 else {
            close(life)
            throw Unexpected.failed("posix_spawn of \(program)", code)
        }
        self.id = id
    }

    deinit {
        kill()
        close(life)
    }

    /// Above all descriptors that are open, with those that other threads are about to open. New ones get the least free
    /// numbers.
    private static func leastUnused() throws -> Int32 {
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        return (open.max() ?? 0) + 256
    }

    /// Without what would make a server behave as if somebody else had started it.
    private static func environment(_ added: [String: String]) -> [String: String] {
        ProcessInfo.processInfo.environment
            .filter { name, _ in
                !["XDG_", "LISTEN_", "NOTIFY_", "WATCHDOG_", "JOURNAL_", "HEARTH_"].contains { name.hasPrefix($0) }
            }
            .merging(added) { $1 }
    }

    package func signal(_ signal: Int32) {
        if exit == nil {
            Foundation.kill(id, signal)
        }
    }

    /// Ends it as nothing can refuse, and waits until it is gone.
    package func kill() {
        signal(SIGKILL)
        _ = wait()
    }

    /// Waits until the process has ended, at most so long. Nil: it runs on.
    package func wait(seconds: Int = Waiting.secondsMax) -> Exit? {
        if let exit {
            return exit
        }
        guard Waiting.untilReadable([life], seconds: seconds).contains(life) else { return nil }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        exit = signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
        return exit
    }

    /// Runs a program to its end.
    package static func run(_ program: String, _ launch: Launch) throws -> Exit {
        let child = try ChildProcess(program, launch)
        guard let exit = child.wait() else { throw Unexpected("\(program) does not end") }
        return exit
    }
}
