import Foundation
import HearthModel
import HearthTestSupport
import Testing
import hearth_store_load

/// A store on a disk that fails at each moment once.
///
/// Every moment at which something changes fails and is full once, of the other faults there are some; with
/// HEARTH_FAULTS=all every moment sees every fault.
@Suite struct IOFaultTests {
    private static let seed = SeededGenerator.firstSeed(default: 1)

    @Test(arguments: DiskFault.Kind.allCases) func theStoreSurvives(_ kind: DiskFault.Kind) throws {
        let script = try FaultScript(seed: Self.seed)
        let positions = Self.positions(for: kind, among: try Self.calls(in: script))
        try #require(!positions.isEmpty)
        var failed = 0
        for position in positions {
            let fault = DiskFault(kind: kind, position: position)
            do {
                try Self.run(script, fault)
            } catch {
                failed += 1
                if failed <= Self.mostReported {
                    Issue.record("HEARTH_TEST_SEED=\(Self.seed), \(fault): \(error)")
                }
            }
        }
        #expect(failed == 0, "of \(positions.count) faults")
    }

    /// After so many the rest is likely the same.
    private static let mostReported = 5

    private static func run(_ script: FaultScript, _ fault: DiskFault?) throws {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk()
        disk.plan(fault)
        try FaultRun(folder.path("store.hearth"), on: disk).run(script)
        guard fault == nil || disk.hasFailed else { throw Violation("the planned fault never happened") }
    }

    /// What the script asks of a healthy disk.
    private static func calls(in script: FaultScript) throws -> [DiskCall] {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk()
        try FaultRun(folder.path("store.hearth"), on: disk).run(script)
        return disk.calls
    }

    private static func positions(for kind: DiskFault.Kind, among calls: [DiskCall]) -> [Int] {
        let changing: Set<DiskCall> = [.open, .write, .truncate, .sync, .delete]
        let all = kind.isOfWritesOnly ? Array(0..<calls.count { $0 == .write }) : Array(calls.indices)
        guard ProcessInfo.processInfo.environment["HEARTH_FAULTS"] != "all" else { return all }
        // Each moment of change fails once and finds the disk full once; of the rest every so many'th.
        let mattersMost = { (position: Int) in
            kind == .full || kind == .ioError && changing.contains(calls[position])
        }
        let width = kind.isOfWritesOnly ? 4 : 16
        var random = SeededGenerator(seed: seed)
        let offset = Int.random(in: 0..<width, using: &random)
        return all.filter { mattersMost($0) || $0 % width == offset }
    }
}
