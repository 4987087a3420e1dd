import Foundation

/// A program that runs alongside the benchmark until it is asked to end.
///
/// Unsafe pointers: `posix_spawn` takes arguments and environment as C strings.
final class ChildProcess {
    let name: String
    let id: pid_t
    private var hasEnded = false

    /// Starts a program without environment variables, which might lead it to another store.
    /// `isSilent`: discards its output. `inheriting`: descriptors that it inherits with the same numbers.
    init(_ path: String, _ arguments: [String], isSilent: Bool = false, inheriting: [Int32] = []) throws {
        name = path
        var child: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var variables: [UnsafeMutablePointer<CChar>?] = [nil]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isSilent {
            for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        for descriptor in inheriting {
            #if canImport(Darwin)
                posix_spawn_file_actions_addinherit_np(&actions, descriptor)
            #else
                // To the same number: it stays open in the new program.
                posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
            #endif
        }
        let code = posix_spawn(&child, path, &actions, nil, &words, &variables)
        guard code == 0 else {
            throw BenchmarkError("\(path) cannot be started: \(String(cString: strerror(code)))")
        }
        id = child
    }

    /// The interval at which a wait checks the program.
    private static let pollMicroseconds: UInt32 = 2_000
    private static let timeout = 15_000_000_000.0

    /// Waits until the program is ready.
    func wait(until isReady: () -> Bool) throws {
        let start = Stopwatch.now
        while !isReady() {
            guard isRunning, Stopwatch.nanoseconds(since: start) < ChildProcess.timeout else {
                throw BenchmarkError("\(name) does not get ready")
            }
            usleep(ChildProcess.pollMicroseconds)
        }
    }

    private var isRunning: Bool {
        guard !hasEnded else { return false }
        var status: Int32 = 0
        hasEnded = waitpid(id, &status, WNOHANG) == id
        return !hasEnded
    }

    /// Waits until it has ended by itself, and returns whether it succeeded.
    @discardableResult
    func waitForEnd() -> Bool {
        guard !hasEnded else { return false }
        var status: Int32 = 0
        waitpid(id, &status, 0)
        hasEnded = true
        return status == 0
    }

    /// Asks it to end, and kills it if it does not.
    func end() {
        guard isRunning else { return }
        kill(id, SIGTERM)
        let start = Stopwatch.now
        while isRunning {
            if Stopwatch.nanoseconds(since: start) > ChildProcess.timeout {
                kill(id, SIGKILL)
            }
            usleep(ChildProcess.pollMicroseconds)
        }
    }

    /// Its memory in bytes; nil: the system does not report it.
    var residentBytes: Int? { ProcessMemory.residentBytes(of: "\(id)") }

    /// The path of this program, which also runs as several of the processes, by an argument.
    static func ownProgram() throws -> String {
        guard let program = Bundle.main.executablePath else {
            throw BenchmarkError("the system does not say where this program is")
        }
        return program
    }

    /// Where a program is that is started by its name; nil when it is not installed.
    static func find(_ name: String) -> String? {
        guard let path = getenv("PATH") else { return nil }
        return String(cString: path).split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
}
