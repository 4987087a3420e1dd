import CSQLite

// The functions of the VFS: opening, deleting and finding files.
//
// Unsafe pointers: these are C's functions; SQLite passes the VFS by its address, and the disk behind it as a pointer.

extension FaultyDisk {
    /// The disk that SQLite means. It outlives its registration.
    static func behind(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> FaultyDisk? {
        vfs?.pointee.pAppData.map { Unmanaged<FaultyDisk>.fromOpaque($0).takeUnretainedValue() }
    }

    fileprivate func open(
        _ path: UnsafePointer<CChar>?,
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ flags: Int32,
        _ openedFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        file.pointee.pMethods = nil
        guard case .done = outcome(of: .open) else { return DiskCall.open.failure }
        let name = path.map { String(cString: $0) } ?? ""
        let existed = exists(path)
        let real = FaultyFile.real(file)
        let result = ordinary.pointee.xOpen(ordinary, path, real, flags, openedFlags)
        guard result == SQLITE_OK else { return result }
        FaultyFile.prepare(file, on: self, named: name)
        if !existed {
            log?.add(.created, to: name)
        }
        return SQLITE_OK
    }

    private func exists(_ path: UnsafePointer<CChar>?) -> Bool {
        guard let path else { return false }
        var found: Int32 = 0
        _ = ordinary.pointee.xAccess(ordinary, path, SQLITE_ACCESS_EXISTS, &found)
        return found != 0
    }

    fileprivate func delete(_ path: UnsafePointer<CChar>?, _ syncsFolder: Int32) -> Int32 {
        guard case .done = outcome(of: .delete) else { return DiskCall.delete.failure }
        let result = ordinary.pointee.xDelete(ordinary, path, 0)
        if result == SQLITE_OK, let path {
            log?.add(.deleted(isDurable: syncsFolder != 0), to: String(cString: path))
        }
        return result
    }

    fileprivate func access(
        _ path: UnsafePointer<CChar>?,
        _ flags: Int32,
        _ answer: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard case .done = outcome(of: .access) else { return DiskCall.access.failure }
        return ordinary.pointee.xAccess(ordinary, path, flags, answer)
    }
}

extension sqlite3_vfs {
    /// Everything but the name and the disk.
    mutating func describeFaultyDisk(around ordinary: sqlite3_vfs) {
        // Version 2 has everything but system calls to exchange.
        iVersion = 2
        szOsFile = Int32(FaultyFile.headerSize) + ordinary.szOsFile
        mxPathname = ordinary.mxPathname
        xOpen = { vfs, path, file, flags, openedFlags in
            guard let disk = FaultyDisk.behind(vfs), let file else { return SQLITE_CANTOPEN }
            return disk.inTurn { disk.open(path, file, flags, openedFlags) }
        }
        xDelete = { vfs, path, syncsFolder in
            guard let disk = FaultyDisk.behind(vfs) else { return SQLITE_ERROR }
            return disk.inTurn { disk.delete(path, syncsFolder) }
        }
        xAccess = { vfs, path, flags, answer in
            guard let disk = FaultyDisk.behind(vfs) else { return SQLITE_ERROR }
            return disk.inTurn { disk.access(path, flags, answer) }
        }
        // The rest does not depend on the disk.
        xFullPathname = { vfs, path, count, full in
            guard let ordinary = FaultyDisk.behind(vfs)?.ordinary else { return SQLITE_ERROR }
            return ordinary.pointee.xFullPathname(ordinary, path, count, full)
        }
        xRandomness = { vfs, count, bytes in
            guard let ordinary = FaultyDisk.behind(vfs)?.ordinary else { return 0 }
            return ordinary.pointee.xRandomness(ordinary, count, bytes)
        }
        xSleep = { vfs, microseconds in
            guard let ordinary = FaultyDisk.behind(vfs)?.ordinary else { return 0 }
            return ordinary.pointee.xSleep(ordinary, microseconds)
        }
        xCurrentTime = { vfs, day in
            guard let ordinary = FaultyDisk.behind(vfs)?.ordinary else { return SQLITE_ERROR }
            return ordinary.pointee.xCurrentTime(ordinary, day)
        }
        xCurrentTimeInt64 = { vfs, time in
            guard let ordinary = FaultyDisk.behind(vfs)?.ordinary else { return SQLITE_ERROR }
            return ordinary.pointee.xCurrentTimeInt64(ordinary, time)
        }
        xGetLastError = { vfs, count, text in
            guard let ordinary = FaultyDisk.behind(vfs)?.ordinary else { return 0 }
            return ordinary.pointee.xGetLastError(ordinary, count, text)
        }
    }
}
