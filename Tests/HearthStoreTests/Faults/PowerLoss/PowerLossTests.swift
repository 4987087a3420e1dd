import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing
import hearth_store_load

/// What a store finds after the power failed: everything that it acknowledged, and of what was under way all or nothing.
///
/// HEARTH_POWER_LOSS is the number of images, 100 unless it is set, and half as many after a failed sync.
@Suite struct PowerLossTests {
    private static let images = ProcessInfo.processInfo.environment["HEARTH_POWER_LOSS"].flatMap { Int($0) } ?? 100
    private static let imagesPerLoad = 20
    private static let mostReported = 5

    @Test func whatWasAcknowledgedIsThere() throws {
        try Self.check(images: Self.images, firstSeed: SeededGenerator.firstSeed(default: 20)) { seed, folder in
            try RecordedLoad(seed: seed, groups: 20, in: folder, copiesBeside: seed.isMultiple(of: 2))
        }
    }

    /// A sync that failed has lost what it was to write, though every later one succeeds and every read finds it.
    @Test func aLaterSyncDoesNotHealAFailedOne() throws {
        try Self.check(images: Self.images / 2, firstSeed: SeededGenerator.firstSeed(default: 21)) { seed, folder in
            let intact = try RecordedLoad(seed: seed, groups: 20, in: TemporaryFolder())
            var random = SeededGenerator(seed: seed)
            let syncs = intact.calls.indices.filter { intact.calls[$0] == .sync }
            let position = try #require(syncs.randomElement(using: &random))
            let fault = DiskFault(kind: .ioError, position: position)
            return try RecordedLoad(seed: seed, groups: 20, in: folder, fault: fault)
        }
    }

    /// Checks images of several loads, each cut at a moment of its own.
    private static func check(
        images: Int,
        firstSeed: UInt64,
        _ record: (_ seed: UInt64, TemporaryFolder) throws -> RecordedLoad
    ) throws {
        var failed = 0
        for number in 0..<(images + imagesPerLoad - 1) / imagesPerLoad {
            let folder = try TemporaryFolder()
            let seed = firstSeed &+ UInt64(number)
            let load: RecordedLoad
            do {
                load = try record(seed, folder)
            } catch {
                Issue.record("HEARTH_TEST_SEED=\(seed), recording: \(error)")
                continue
            }
            let doubt = load.copiesBeside ? " (as the log was copied on another thread, another run may differ)" : ""
            var random = SeededGenerator(seed: seed)
            for image in 0..<min(imagesPerLoad, images - number * imagesPerLoad) {
                let cut = Int.random(in: (load.failedAt ?? 0)...load.log.events.count, using: &random)
                do {
                    try check(PowerLossImage(of: load.log, cut: cut, random: &random), of: load, cut, &random)
                } catch {
                    failed += 1
                    if failed <= mostReported {
                        Issue.record("HEARTH_TEST_SEED=\(seed), image \(image), cut at \(cut)\(doubt): \(error)")
                    }
                }
            }
        }
        #expect(failed == 0, "of \(images) images")
    }

    private static func check(
        _ image: PowerLossImage,
        of load: RecordedLoad,
        _ cut: Int,
        _ random: inout SeededGenerator
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("image.hearth")
        try image.write(at: path, insteadOf: load.path)
        let writer = try StoreWriter(SQLiteStorage(path: path, checkpoints: .forFaults), options: .forFaults)
        let reader = try writer.makeReader()
        let found = try StoreContents(reader, writer.snapshot)

        let promised = load.log.promise(before: cut)
        let acknowledged = promised.map { load.states[$0].contents } ?? StoreContents()
        let next = (promised ?? -1) + 1
        let underWay = next < load.states.count ? load.states[next].contents : acknowledged
        try checkFileAlone(image, of: load, [acknowledged, underWay])
        if let difference = found.difference(from: acknowledged), found != underWay {
            throw Violation(difference)
        }
        if let promised {
            let state = load.states[Int.random(in: 0...promised, using: &random)]
            try state.contents.checkChanges(after: state.anchor, leadTo: found, reader, writer.snapshot)
        }
        try writer.verify()
        try checkGoesOn(writer, reader, found)
        try writer.close()
    }

    /// The store's file without its log is refused, or lacks nothing.
    private static func checkFileAlone(
        _ image: PowerLossImage,
        of load: RecordedLoad,
        _ allowed: [StoreContents]
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("alone.hearth")
        try image.write(at: path, insteadOf: load.path)
        unlink(path + "-wal")
        do {
            let writer = try StoreWriter(SQLiteStorage(path: path, checkpoints: .forFaults), options: .forFaults)
            let found = try StoreContents(writer.makeReader(), writer.snapshot)
            guard allowed.contains(found) else {
                throw Violation("the file alone: \(found.difference(from: allowed[0]) ?? "")")
            }
        } catch let error as HearthError {
            guard error.code == .storageCorrupt else { throw error }
        }
    }

    /// The store takes writes and does what maintenance there is.
    private static func checkGoesOn(_ writer: StoreWriter, _ reader: StoreReader, _ found: StoreContents) throws {
        var load = LoadGenerator(seed: 1, model: LoadModel(found))
        for result in try writer.commit(load.next()) {
            _ = try result.get()
        }
        while try writer.maintain() {}
        if let difference = try StoreContents(reader, writer.snapshot).difference(from: load.model.contents) {
            throw Violation("after going on: \(difference)")
        }
    }
}
