import CSQLite

/// A file on a `FaultyDisk`: what SQLite takes for its own file, then whose it is, then the file of the ordinary VFS.
///
/// Unsafe pointers: SQLite allocates a file as so many bytes, and the VFS lays out in them what it likes. The log has
/// the name, the file only a number of it, so that nothing in C's memory needs to be freed.
struct FaultyFile {
    private var base: sqlite3_file
    private var disk: Unmanaged<FaultyDisk>
    private var name: Unmanaged<Name>

    /// A path. The file holds on to it until it is closed.
    final class Name {
        let path: String
        init(_ path: String) { self.path = path }
    }

    /// What comes before the ordinary file.
    static var headerSize: Int { (MemoryLayout<FaultyFile>.size + 15) / 16 * 16 }

    typealias File = UnsafeMutablePointer<sqlite3_file>

    static func real(_ file: File) -> File {
        (UnsafeMutableRawPointer(file) + headerSize).assumingMemoryBound(to: sqlite3_file.self)
    }

    static func prepare(_ file: File, on disk: FaultyDisk, named name: String) {
        UnsafeMutableRawPointer(file).bindMemory(to: FaultyFile.self, capacity: 1).initialize(
            to: FaultyFile(
                base: sqlite3_file(pMethods: UnsafePointer(disk.methods)),
                disk: .passUnretained(disk),
                name: .passRetained(Name(name))
            )
        )
    }

    private static func header(_ file: File) -> UnsafeMutablePointer<FaultyFile> {
        UnsafeMutableRawPointer(file).assumingMemoryBound(to: FaultyFile.self)
    }

    private static func disk(of file: File) -> FaultyDisk {
        header(file).pointee.disk.takeUnretainedValue()
    }

    private static func ordinary(_ file: File) -> sqlite3_io_methods {
        // An open file has methods.
        real(file).pointee.pMethods.pointee
    }

    // MARK: - Calls

    /// Does a call on the real file, unless it is the one that fails.
    static func pass(
        _ call: DiskCall,
        _ file: File?,
        _ body: (_ ordinary: sqlite3_io_methods, _ real: File) -> Int32
    ) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        return disk(of: file).inTurn {
            guard case .done = disk(of: file).outcome(of: call) else { return call.failure }
            return body(ordinary(file), real(file))
        }
    }

    /// Does a call that never fails.
    static func pass(
        _ file: File?,
        _ body: (_ ordinary: sqlite3_io_methods, _ real: File) -> Int32
    ) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        return body(ordinary(file), real(file))
    }

    static func close(_ file: File?) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        let result = ordinary(file).xClose(real(file))
        header(file).pointee.name.release()
        file.pointee.pMethods = nil
        return result
    }

    static func write(_ file: File?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        return disk(of: file).inTurn {
            switch disk(of: file).outcome(of: .write) {
            case .done:
                return write(file, bytes, count: count, offset)
            case .half(let failure):
                let result = write(file, bytes, count: count / 2, offset)
                return result == SQLITE_OK ? failure : result
            case .failed(let failure):
                return failure
            }
        }
    }

    private static func write(_ file: File, _ bytes: UnsafeRawPointer?, count: Int32, _ offset: Int64) -> Int32 {
        let result = ordinary(file).xWrite(real(file), bytes, count, offset)
        if result == SQLITE_OK {
            note(file) { .wrote(Array(UnsafeRawBufferPointer(start: bytes, count: Int(count))), offset: Int(offset)) }
        }
        return result
    }

    static func truncate(_ file: File?, _ size: Int64) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        return disk(of: file).inTurn {
            let result = pass(.truncate, file) { $0.xTruncate($1, size) }
            if result == SQLITE_OK {
                note(file) { .truncated(Int(size)) }
            }
            return result
        }
    }

    /// The files lie in memory or in the page cache and outlive the process; a test that asks what a power loss leaves
    /// asks the log. So a sync costs nothing.
    static func sync(_ file: File?) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        return disk(of: file).inTurn {
            let result = pass(.sync, file) { _, _ in SQLITE_OK }
            note(file) { result == SQLITE_OK ? .synced : .syncFailed }
            return result
        }
    }

    private static func note(_ file: File, _ change: () -> DiskLog.Change) {
        guard let log = disk(of: file).log else { return }
        log.add(change(), to: header(file).pointee.name.takeUnretainedValue().path)
    }
}

extension sqlite3_io_methods {
    /// The functions of a `FaultyFile`. Version 2: with shared memory, without mapping the file itself.
    init(ofFiles: Void) {
        self.init()
        iVersion = 2
        xClose = { FaultyFile.close($0) }
        xRead = { file, bytes, count, offset in
            FaultyFile.pass(.read, file) { $0.xRead($1, bytes, count, offset) }
        }
        xWrite = { FaultyFile.write($0, $1, $2, $3) }
        xTruncate = { FaultyFile.truncate($0, $1) }
        xSync = { file, _ in FaultyFile.sync(file) }
        xFileSize = { file, size in FaultyFile.pass(.size, file) { $0.xFileSize($1, size) } }
        xLock = { file, level in FaultyFile.pass(.lock, file) { $0.xLock($1, level) } }
        xUnlock = { file, level in FaultyFile.pass(file) { $0.xUnlock($1, level) } }
        xCheckReservedLock = { file, answer in FaultyFile.pass(file) { $0.xCheckReservedLock($1, answer) } }
        xFileControl = { file, operation, argument in
            FaultyFile.pass(file) { $0.xFileControl($1, operation, argument) }
        }
        xSectorSize = { file in FaultyFile.pass(file) { $0.xSectorSize($1) } }
        xDeviceCharacteristics = { file in FaultyFile.pass(file) { $0.xDeviceCharacteristics($1) } }
        xShmMap = { file, region, size, extends, address in
            FaultyFile.pass(.mapShared, file) { $0.xShmMap($1, region, size, extends, address) }
        }
        xShmLock = { file, offset, count, flags in
            // SQLite takes for granted that what it unlocks is unlocked.
            flags & SQLITE_SHM_UNLOCK != 0
                ? FaultyFile.pass(file) { $0.xShmLock($1, offset, count, flags) }
                : FaultyFile.pass(.lockShared, file) { $0.xShmLock($1, offset, count, flags) }
        }
        xShmBarrier = { file in
            _ = FaultyFile.pass(file) { ordinary, real in
                ordinary.xShmBarrier(real)
                return SQLITE_OK
            }
        }
        xShmUnmap = { file, deletes in FaultyFile.pass(file) { $0.xShmUnmap($1, deletes) } }
    }
}
