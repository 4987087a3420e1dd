import Foundation

/// The placement of the two sides of a round trip on processors.
///
/// A scheduler keeps two threads that wake each other on one processor or separates them, depending on their past. On a
/// virtual machine, where waking another processor costs tens of microseconds, this matters more than the work of
/// either side. So both sides of a comparison get the same placement.
enum Placement: CaseIterable {
    case together
    case apart
    case free

    var name: String {
        switch self {
        case .together: "on one processor"
        case .apart: "on two processors"
        case .free: "placed freely"
        }
    }

    var isTied: Bool { self != .free }

    static let note = """
        Placed freely, Hearth and what it is compared with may be on one processor or on two, each for itself: \
        the ratio then says more about the scheduler than about either. Targets are for the same placement.
        """

    /// Ties this process, and those that answer it, to where they are to be; false when that cannot be done here.
    func arrange(_ answering: [ChildProcess]) -> Bool {
        let processors = Placement.processors
        guard self != .apart || processors.count > 1 else { return false }
        let (own, others) =
            switch self {
            case .together: (processors.prefix(1), processors.prefix(1))
            case .apart: (processors.prefix(1), processors.dropFirst())
            case .free: (processors[...], processors[...])
            }
        let isOwnTied = Placement.tie(ProcessInfo.processInfo.processIdentifier, to: own)
        let areOthersTied = answering.allSatisfy { Placement.tie($0.id, to: others) }
        return isOwnTied && areOthersTied || !isTied
    }

    /// The processors that this process could use when it started; empty: the system does not report them.
    private static let processors: [Int] = {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed_list:") }) else {
            return []
        }
        return line.split(separator: ":")[1].split(separator: ",").flatMap { range -> [Int] in
            let ends = range.split(separator: "-").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
            guard let first = ends.first, let last = ends.last, first <= last else { return [] }
            return Array(first...last)
        }
    }()

    /// All threads of a process.
    private static func tie(_ process: pid_t, to processors: ArraySlice<Int>) -> Bool {
        guard let taskset = ChildProcess.find("taskset"), !processors.isEmpty else { return false }
        let list = processors.map { "\($0)" }.joined(separator: ",")
        let child = try? ChildProcess(taskset, ["-a", "-p", "-c", list, "\(process)"], isSilent: true)
        return child?.waitForEnd() ?? false
    }
}
