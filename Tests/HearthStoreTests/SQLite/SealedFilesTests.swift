import Foundation
import HearthModel
import HearthStore
import HearthTestSupport
import Testing

#if os(Linux)
    /// While a store is served, no other program can open its files with SQLite or end the server by changing the index of
    /// its log. A backup reads the files as they are.
    @Suite struct SealedFilesTests {
        private let folder: TemporaryFolder
        private let path: String
        private let store: ExampleStore

        init() throws {
            folder = try TemporaryFolder()
            path = folder.path("store")
            store = try ExampleStore(SQLiteStorage(path: path), options: .copyingLog(after: 64 << 10))
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
                try store.tidy()
            }
            try store.writer.verify()
            #expect(try store.rows(ExampleStore.heartRate).count == 7)
            try store.close()
            #expect(try ExampleStore(SQLiteStorage(path: path)).writer.snapshot.sampleCount == 7)
        }

        /// SQLite takes this lock when it opens a file.
        @Test func anotherProgramCannotOpenTheFile() throws {
            let opening: Int64 = 0x4000_0000
            #expect(try !lock(opening) { true })
            // Also after an error of the disk, or what looks like one.
            let other = try DatabaseFile(path)
            try other.run("BEGIN IMMEDIATE")
            #expect(throws: HearthError.self) { try store.save(exampleRates(6...9)) }
            try other.run("ROLLBACK")
            try store.save(exampleRates(6...9))
            #expect(try !lock(opening) { true })
            try store.close()
            #expect(try lock(opening) { true })
        }

        /// Otherwise the file would change while it is read. Commits go on, and the log is copied afterwards.
        @Test func theLogIsNotCopiedWhileABackupReads() throws {
            let copying: Int64 = 0x4000_0000 + 512
            let before = try folder.bytes("store")
            let isLocked = try lock(copying) {
                for number in 100..<160 {
                    try store.save(exampleRates([number]))
                    while try store.writer.maintain(besideCommits: number.isMultiple(of: 2)) {}
                    try store.writer.catchUp()
                }
                #expect(try folder.bytes("store") == before)
                return true
            }
            #expect(isLocked)
            while try store.writer.maintain() {}
            #expect(try folder.bytes("store") != before)
        }

        @Test func theLogStaysWhenTheServerStopsWhileABackupReads() throws {
            #expect(
                try lock(0x4000_0000 + 512) {
                    try store.close()
                    return true
                }
            )
            #expect(try folder.names() == ["store", "store-wal"])
            #expect(try ExampleStore(SQLiteStorage(path: path)).writer.snapshot.sampleCount == 5)
        }

        /// A writer that never rests makes what it has just written look like damage.
        @Test func backupsOfAStoreThatIsWrittenAreWhole() async throws {
            nonisolated(unsafe) let store = store
            let (path, folder) = (path, folder)
            let task = Task.detached {
                var saved = 5
                while !Task.isCancelled {
                    saved += 1
                    try store.save(exampleRates([saved]))
                    _ = try store.writer.maintain(besideCommits: true)
                    try store.writer.catchUp()
                }
                return saved
            }
            var counts: [Int] = []
            for number in 0..<8 {
                counts.append(Int(try StoreBackup.make(of: path, at: folder.path("copy\(number)")).sampleCount))
            }
            task.cancel()
            let saved = try await task.value
            #expect(counts == counts.sorted() && counts.allSatisfy { 5...saved ~= $0 })
        }

        /// Runs a body while another descriptor has a byte of the file locked; false when it cannot lock it.
        private func lock(_ byte: Int64, _ body: () throws -> Bool) throws -> Bool {
            let file = open(path, O_RDONLY)
            defer { close(file) }
            var lock = flock()
            lock.l_type = Int16(F_RDLCK)
            lock.l_whence = Int16(SEEK_SET)
            lock.l_start = Int(byte)
            lock.l_len = 1
            // F_OFD_SETLK
            guard fcntl(file, 37, &lock) == 0 else { return false }
            return try body()
        }
    }
#endif
