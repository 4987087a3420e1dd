import Foundation
import HearthSystem

/// The limits of the benchmark by the system, and of its servers by the benchmark.
///
/// Unsafe pointers: `getrlimit` fills in a structure.
enum ProcessLimit {
    /// Raises the limit of descriptors as far as possible, up to the number that the benchmark needs. Returns the
    /// limit.
    static func raiseDescriptors() -> Int {
        var limit = rlimit()
        guard getrlimit(descriptors, &limit) == 0 else { return leastDescriptors }
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, neededDescriptors))
        setrlimit(descriptors, &limit)
        getrlimit(descriptors, &limit)
        return Int(clamping: limit.rlim_cur)
    }

    private static let tool = ChildProcess.find("prlimit")

    /// Whether other processes can be given a limit.
    static var canBeSetForOthers: Bool { tool != nil }

    /// Limits another process to `count` descriptors more than it has now.
    static func limitDescriptors(of process: pid_t, toMore count: Int) throws {
        guard let tool else { throw BenchmarkError("the system has no limits for other processes") }
        let limit = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count + count
        guard try ChildProcess(tool, ["--pid", "\(process)", "--nofile=\(limit):\(limit)"]).waitForEnd() else {
            throw BenchmarkError("the system does not let a process have fewer descriptors")
        }
    }

    private static let neededDescriptors: rlim_t = 12_000
    private static let leastDescriptors = 512

    #if canImport(Glibc)
        private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let descriptors = RLIMIT_NOFILE
    #endif
}
