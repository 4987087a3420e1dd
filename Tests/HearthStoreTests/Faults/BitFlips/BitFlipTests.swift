import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing
import hearth_store_load

/// A store in whose file one bit is wrong gives an error or the right answer, and never another answer.
///
/// HEARTH_BIT_FLIPS is the number of bits, 300 unless it is set.
@Suite struct BitFlipTests {
    private static let flips = ProcessInfo.processInfo.environment["HEARTH_BIT_FLIPS"].flatMap { Int($0) } ?? 300
    private static let mostReported = 5

    @Test func noBitChangesAnAnswer() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 30)
        var random = generator
        let folder = try TemporaryFolder()
        let path = folder.path("intact.hearth")
        let questions = try Self.makeStore(path, seed: seed)
        let intact = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let answers = try #require(try Self.examine(path, questions).answers)

        var damage = Damage()
        for _ in 0..<Self.flips {
            let bit = Self.bit(in: intact.count, &random)
            var bytes = intact
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let copy = folder.path("flipped.hearth")
            try Data(bytes).write(to: URL(filePath: copy))
            defer { Self.remove(copy) }
            do {
                damage.note(try Self.examine(copy, questions), answers)
            } catch {
                damage.wrong.append("bit \(bit % 8) of byte \(bit / 8): \(error)")
            }
            if let complaint = damage.complaint {
                damage.wrong.append("bit \(bit % 8) of byte \(bit / 8): \(complaint)")
                damage.complaint = nil
            }
        }
        #expect(damage.wrong.isEmpty, "HEARTH_TEST_SEED=\(seed): \(damage.wrong.prefix(Self.mostReported))")
        // Otherwise the test would have looked at nothing.
        #expect(damage.detected > Self.flips / 8, "\(damage.detected) of \(Self.flips) were detected")
    }

    /// SQLite obeys some fields of the header only when it writes. A store that is intact takes a save.
    @Test func noBitOfTheHeaderRefusesSavesUnnoticed() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("intact.hearth")
        var load = LoadGenerator(seed: 32)
        let intact = try StoreWriter(SQLiteStorage(path: path, checkpoints: .forFaults), options: .forFaults)
        for result in try intact.commit(load.next()) {
            _ = try result.get()
        }
        try intact.close()
        let group = try load.next()
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let copy = folder.path("flipped.hearth")
        var detected: Set<Int> = []
        // The size of a page, who may write and read, and how a page is laid out.
        for bit in (16 * 8)..<(24 * 8) {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            try Data(flipped).write(to: URL(filePath: copy))
            defer { Self.remove(copy) }
            do {
                let writer = try StoreWriter(SQLiteStorage(path: copy, checkpoints: .forFaults), options: .forFaults)
                try writer.verify()
                for result in writer.commit(group) {
                    _ = try #require(try? result.get(), "bit \(bit % 8) of byte \(bit / 8)")
                }
            } catch let error as HearthError {
                #expect(error.code == .storageCorrupt || error.code == .storageFailed)
                detected.insert(bit / 8)
            }
        }
        #expect(detected.isSuperset(of: [16, 18, 19, 21, 22, 23]), "\(detected.sorted())")
    }

    /// SQLite takes a damaged frame of the log for its end, and would give up everything behind it in silence.
    @Test func noBitOfTheLogRollsBackWhatWasAcknowledged() throws {
        let (generator, seed) = SeededGenerator.fromEnvironment(default: 31)
        var random = generator
        let folder = try TemporaryFolder()
        let path = folder.path("served.hearth")
        let writer = try StoreWriter(SQLiteStorage(path: path, checkpoints: .forFaults), options: .forFaults)
        var load = LoadGenerator(seed: seed)
        var heads: [UInt64] = []
        for group in try load.oneOfEach() {
            for result in writer.commit(group) {
                _ = try result.get()
            }
            if writer.snapshot.head != heads.last {
                heads.append(writer.snapshot.head)
            }
        }
        // The last commit may look as one in which power was lost. A bit in the mark of the one before joins the two.
        let leastHead = heads[heads.count - 3]
        let database = try Data(contentsOf: URL(filePath: path))
        let log = try [UInt8](Data(contentsOf: URL(filePath: path + "-wal")))
        let used = try #require(log.lastIndex { $0 != 0 }) + 1
        try writer.close()

        var detected = 0
        for number in 0..<Self.flips {
            let bit = number < 32 * 8 ? number : Int.random(in: 0..<used * 8, using: &random)
            var bytes = log
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let copy = folder.path("flipped.hearth")
            try database.write(to: URL(filePath: copy))
            try Data(bytes).write(to: URL(filePath: copy + "-wal"))
            defer { Self.remove(copy) }
            do throws(HearthError) {
                let found = try StoreWriter(SQLiteStorage(path: copy, checkpoints: .forFaults), options: .forFaults)
                    .snapshot.head
                #expect(found >= leastHead, "HEARTH_TEST_SEED=\(seed): bit \(bit % 8) of byte \(bit / 8)")
            } catch {
                detected += 1
                #expect(error.code == .storageCorrupt)
                #expect(try [UInt8](Data(contentsOf: URL(filePath: copy + "-wal"))) == bytes, "it is left as it is")
            }
        }
        #expect(detected > Self.flips / 2, "\(detected) of \(Self.flips) were detected")
    }

    /// What became of the bits.
    private struct Damage {
        var detected = 0
        var wrong: [String] = []
        var complaint: String?

        mutating func note(_ examination: Examination, _ answers: StoreAnswers) {
            detected += examination.errors.isEmpty ? 0 : 1
            if let found = examination.answers {
                complaint = found == answers ? nil : "another answer, verify says \(examination.errors)"
            } else if !examination.isVerified {
                complaint = nil
            } else {
                complaint = "verify finds nothing, reading does: \(examination.errors)"
            }
        }
    }

    // MARK: - The store

    /// A store with samples of all kinds, in segments old and new, and what to ask it.
    private static func makeStore(_ path: String, seed: UInt64) throws -> StoreAnswers.Questions {
        let writer = try StoreWriter(SQLiteStorage(path: path, checkpoints: .forFaults), options: .forFaults)
        var load = LoadGenerator(seed: seed)
        var anchors: [Anchor] = []
        for (number, group) in try (load.oneOfEach() + load.oneOfEach()).enumerated() {
            for result in writer.commit(group) {
                _ = try result.get()
            }
            if number % 9 == 4 {
                anchors.append(writer.snapshot.anchor)
                while try writer.maintain() {}
            }
        }
        let oldest = writer.snapshot.oldest
        try writer.close()
        return StoreAnswers.Questions(about: load.model.contents, anchors: anchors.filter { $0.sequence >= oldest })
    }

    /// Any bit, or one where SQLite keeps the structure of a page.
    private static func bit(in size: Int, _ random: inout SeededGenerator) -> Int {
        let pageSize = 4_096
        guard Int.random(in: 0..<4, using: &random) == 0 else { return Int.random(in: 0..<size * 8, using: &random) }
        let page = Int.random(in: 0..<max(size / pageSize, 1), using: &random)
        let structure = page == 0 ? 160 : 40
        return (page * pageSize * 8 + Int.random(in: 0..<structure * 8, using: &random)) % (size * 8)
    }

    private struct Examination {
        /// Nil: it gave an error.
        var answers: StoreAnswers?
        var isVerified = false
        var errors: [HearthError] = []
    }

    /// Opens a store and reads everything. Throws when an error is not one that tells of damage.
    private static func examine(_ path: String, _ questions: StoreAnswers.Questions) throws -> Examination {
        var result = Examination()
        do throws(HearthError) {
            let writer = try StoreWriter(SQLiteStorage(path: path, checkpoints: .forFaults), options: .forFaults)
            do throws(HearthError) {
                result.answers = try StoreAnswers(of: writer, questions)
            } catch {
                result.errors.append(error)
            }
            do throws(HearthError) {
                try writer.verify()
                result.isVerified = true
            } catch {
                result.errors.append(error)
            }
        } catch {
            result.errors.append(error)
        }
        for error in result.errors where error.code != .storageCorrupt && error.code != .storageFailed {
            throw Violation("not an error of damage: \(error)")
        }
        return result
    }

    private static func remove(_ path: String) {
        for ending in ["", "-wal", "-shm", "-journal", ".lock", "-wal.damaged"] {
            try? FileManager.default.removeItem(atPath: path + ending)
        }
    }
}
