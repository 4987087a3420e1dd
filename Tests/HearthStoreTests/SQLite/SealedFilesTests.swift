import Foundation
import HearthModel
import HearthSystem
import HearthTestSupport
import Testing

@testable import HearthStore

#if os(Linux)
    /// While a store is served, no other program can open its files with SQLite or end the server by changing the index of
    /// its log. A backup reads the files as they are.
    @Suite struct SealedFilesTests {
        private let folder: TemporaryFolder
        private let path: String
        private let storage: SQLiteStorage
        private let store: ExampleStore

        init() throws {
            folder = try TemporaryFolder()
            path = folder.path("store")
            var options = CheckpointOptions.beginning(at: 64 << 10)
            options.backupWALBytes = 1 << 20
            storage = try SQLiteStorage(path: path, checkpoints: options)
            store = try ExampleStore(storage)
            try store.save(exampleRates(1...5))
        }

        /// Truncating a file that SQLite has mapped into memory would end the process with a bus error.
        @Test func theIndexOfTheLogHasNoNameToTruncateItBy() throws {
            #expect(try folder.names() == ["store", "store-wal", "store.lock"])
            // As `cp` puts another store's index there, or an editor an empty file.
            for bytes in [[UInt8](repeating: 7, count: 65_536), []] {
                try folder.write(bytes, "store-shm")
                try store.save(exampleRates([10 + bytes.count]))
                let reader = try store.writer.makeReader()
                reader.close()
                try store.finishMaintenance()
            }
            try store.writer.verify()
            #expect(try store.rows(ExampleStore.heartRate).count == 7)
            try store.close()
            #expect(try ExampleStore(SQLiteStorage(path: path)).writer.snapshot.sampleCount == 7)
        }

        @Test func anotherProgramCannotOpenTheFileUntilTheStoreIsClosed() throws {
            #expect(!canOpen())
            // Also after an error of the disk, or what looks like one.
            let other = try DatabaseFile(path)
            try other.run("BEGIN IMMEDIATE")
            #expect(throws: HearthError.self) { try store.save(exampleRates(6...9)) }
            try other.run("ROLLBACK")
            try store.save(exampleRates(6...9))
            #expect(!canOpen())
            try store.close()
            #expect(canOpen())
        }

        /// A second index of the log would show another program pages that are just written.
        @Test(arguments: [false, true]) func theFileStaysSealedWhileTheStoreReopensOrCloses(_ closes: Bool) throws {
            let disk = try FaultyDisk()
            let other = try TemporaryFolder()
            let path = other.path("store")
            let storage = try SQLiteStorage(path: path, vfs: disk.name)
            let store = try ExampleStore(storage)
            try store.save(exampleRates(1...5))
            var openings = 0
            var calls = 0
            disk.beforeCall = {
                calls += 1
                openings += Self.canOpen(path) ? 1 : 0
            }
            if closes {
                try store.close()
            } else {
                try storage.reopen()
            }
            disk.beforeCall = nil
            #expect(calls > 0 && openings == 0, "\(openings) of \(calls)")
            if !closes {
                try store.close()
            }
            #expect(Self.canOpen(path))
            #expect(try other.names() == ["store"])
        }

        /// Otherwise the file would change while it is read. Commits continue, and the checkpoint follows.
        @Test func noCheckpointRunsWhileABackupReads() throws {
            let before = try folder.bytes("store")
            try lock(ByteLock.copying) {
                for number in 100..<160 {
                    try store.save(exampleRates([number]))
                    try store.finishMaintenance()
                    try store.writer.catchUp()
                }
                #expect(storage.walBytes > 64 << 10)
                #expect(try folder.bytes("store") == before)
            }
            try store.finishMaintenance()
            #expect(storage.walBytes == 0)
            #expect(try folder.bytes("store") != before)
        }

        /// As one that was stopped, or whose program hangs.
        @Test func aBackupThatReadsWithoutEndDoesNotMakeTheLogEndless() throws {
            let generation = LockFile.notice(ofStoreAt: path).generation
            var most = 0
            var number = 100
            try lock(ByteLock.copying) {
                while LockFile.notice(ofStoreAt: path).generation == generation, number < 10_000 {
                    try store.save(exampleRates([number]))
                    try store.finishMaintenance()
                    most = max(most, storage.walBytes)
                    number += 1
                }
                #expect(storage.walBytes < 64 << 10, "the log was copied")
            }
            #expect(most > 512 << 10 && most < 2 << 20, "\(most >> 10) KiB of log")
            #expect(LockFile.notice(ofStoreAt: path).generation != generation, "the backup starts over")
            try store.writer.verify()
        }

        @Test func theLogStaysWhenTheServerStopsWhileABackupReads() throws {
            try lock(ByteLock.copying) {
                try store.close()
            }
            #expect(try folder.names() == ["store", "store-wal", "store.lock"])
            let reopened = try ExampleStore(SQLiteStorage(path: path))
            #expect(reopened.writer.snapshot.sampleCount == 5)
            try reopened.close()
            #expect(try folder.names() == ["store"])
        }

        /// A store that is written without a pause makes the last frames of its log look like damage.
        @Test func backupsOfAStoreThatIsWrittenAreWhole() throws {
            let other = try TemporaryFolder()
            let path = other.path("store")
            // The log may grow as long as that of a server: no checkpoint makes a backup start over.
            let busy = try ExampleStore(SQLiteStorage(path: path, checkpoints: .beginning(at: 64 << 10)))
            try busy.save(exampleRates(1...5))
            let writing = Writing(busy)
            var counts: [Int] = []
            for number in 0..<8 {
                let least = try writing.saves(3)
                let count = Int(try StoreBackup.make(of: path, at: other.path("copy\(number)")).sampleCount)
                #expect(count >= least, "everything that was acknowledged before")
                counts.append(count)
            }
            let saved = try writing.end()
            #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }, "saves between: \(counts)")
            #expect(counts.allSatisfy { $0 <= saved })
        }

        /// Checkpoints that do not wait for a backup change what it reads: it starts over, or gives up.
        @Test func aBackupDuringCheckpointsIsWholeOrRefused() throws {
            let other = try TemporaryFolder()
            let path = other.path("store")
            var options = CheckpointOptions.beginning(at: 16 << 10)
            options.backupWALBytes = 0
            let busy = try ExampleStore(SQLiteStorage(path: path, checkpoints: options))
            try busy.save(exampleRates(1...5))
            let generation = LockFile.notice(ofStoreAt: path).generation
            let writing = Writing(busy)
            var number = 0
            while number < 4 || LockFile.notice(ofStoreAt: path).generation == generation, number < 1_000 {
                let least = try writing.saves(1)
                do throws(HearthError) {
                    let copy = try StoreBackup.make(of: path, at: other.path("copy\(number)"))
                    #expect(copy.sampleCount >= least)
                } catch {
                    #expect(error.message.hasPrefix("The server wrote more"), "\(error.message)")
                }
                number += 1
            }
            _ = try writing.end()
            #expect(LockFile.notice(ofStoreAt: path).generation != generation)
            #expect(try other.names().allSatisfy { !$0.contains("partial") })
        }

        /// Saves one sample after another on its own thread.
        private final class Writing {
            private struct Progress: Sendable {
                var saved = 5
                var isEnding = false
                var failure: (any Error)?
            }

            private let progress = Guarded(Progress())
            private let thread: BackgroundThread

            init(_ store: ExampleStore) {
                nonisolated(unsafe) let store = store
                thread = BackgroundThread { [progress] in
                    do {
                        while !progress.withLock({ $0.isEnding }) {
                            let number = progress.withLock { $0.saved } + 1
                            try store.save(exampleRates([number]))
                            progress.withLock { $0.saved = number }
                            _ = try store.writer.maintain()
                            try store.writer.catchUp()
                        }
                    } catch {
                        progress.withLock { $0.failure = error }
                    }
                }
            }

            /// Waits for more saves. Returns how many samples are stored by then.
            func saves(_ count: Int) throws -> Int {
                let before = progress.withLock { $0.saved }
                while true {
                    let now = progress.withLock { $0 }
                    if let failure = now.failure { throw failure }
                    if now.saved >= before + count { return now.saved }
                    BackgroundThread.pause(nanoseconds: 100_000)
                }
            }

            func end() throws -> Int {
                progress.withLock { $0.isEnding = true }
                try thread.join()
                let last = progress.withLock { $0 }
                if let failure = last.failure { throw failure }
                return last.saved
            }
        }

        /// What is open to another program: it would lock this byte.
        private func canOpen() -> Bool { Self.canOpen(path) }

        private static func canOpen(_ path: String) -> Bool {
            let file = open(path, O_RDONLY)
            defer { close(file) }
            return ByteLock.take(ByteLock.opening, of: file, .shared) == .taken
        }

        /// Runs a body while another descriptor has a byte of the file locked.
        private func lock(_ byte: Int, _ body: () throws -> Void) throws {
            let file = open(path, O_RDONLY)
            defer { close(file) }
            try #require(ByteLock.take(byte, of: file, .shared) == .taken)
            try body()
        }
    }
#endif
