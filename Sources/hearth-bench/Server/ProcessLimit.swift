import Foundation
import HearthSystem

/// What the system allows the benchmark, and what the benchmark allows its servers.
///
/// Unsafe pointers: `getrlimit` fills in a structure.
enum ProcessLimit {
    /// As many descriptors as the process may have, up to what the benchmark needs. Returns how many those are.
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

    /// Lets another process have so many descriptors more than it has, and no others.
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
