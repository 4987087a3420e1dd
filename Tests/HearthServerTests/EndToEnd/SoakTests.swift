import Foundation
import HearthTestSupport
import Testing

/// A server that has been at work for long is no larger than one that has just begun.
///
/// HEARTH_SOAK_MINUTES is how long it works; without it there is no such test.
@Suite struct SoakTests {
    private static let minutes = ProcessInfo.processInfo.environment["HEARTH_SOAK_MINUTES"].flatMap { Int($0) } ?? 0

    private static let logBytesMax = 64 << 20
    private static let residentGrowthMax = 96 << 20
    /// There is always the same number of samples. What was deleted is remembered for long, with its UUID.
    private static let fileGrowthMax = 64 << 20
    private static let bytesPerDeletion = 24

    private struct Figures {
        let resident: Int
        let descriptors: Int
        let log: Int
        let file: Int
        let deletions: Int
    }

    @Test(.enabled(if: minutes > 0, "HEARTH_SOAK_MINUTES is not set"))
    func aServerDoesNotGrow() throws {
        let server = try ServerProcess(in: ServerFolder())
        let load = ServerLoad(in: server.folder, seed: SeededGenerator.firstSeed(default: 90), samplesMax: 20_000)
        load.subscribe()
        try load.check()
        try load.write()
        var all: [Figures] = []
        for minute in 1...Self.minutes {
            // Nothing but the end of the server can come within this time.
            guard server.process.wait(seconds: 60) == nil else {
                throw Unexpected("the server has ended: \(server.log)")
            }
            let report = try server.connect().status()
            let figures = Figures(
                resident: try server.residentBytes,
                descriptors: try server.openDescriptors,
                log: FileStatus(of: server.folder.store + "-wal")?.size ?? 0,
                file: Int(report.store.fileBytes),
                deletions: Int(report.store.deletions)
            )
            print(
                "minute \(minute): \(load.acknowledged.value) writes, \(report.store.samples) samples,"
                    + " \(figures.deletions) deletions, \(figures.resident >> 10) KiB resident, \(figures.descriptors) descriptors,"
                    + " \(figures.log >> 10) KiB of log, \(figures.file >> 10) KiB of file"
            )
            all.append(figures)
            #expect(figures.log <= Self.logBytesMax)
            #expect(figures.resident <= all[0].resident + Self.residentGrowthMax)
            #expect(figures.descriptors <= all[0].descriptors + 1)
            #expect(figures.file <= all[0].file + Self.fileGrowthMax + figures.deletions * Self.bytesPerDeletion)
        }
        server.process.signal(SIGTERM)
        #expect(server.process.wait() == .code(0))
        try load.finish()
        let next = try ServerProcess(in: server.folder)
        load.subscribe()
        try load.check()
        try next.stop()
        try load.finish()
    }
}
