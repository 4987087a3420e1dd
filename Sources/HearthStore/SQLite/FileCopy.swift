internal import HearthModel
internal import HearthSystem

/// Copies of the store's files.
///
/// Unsafe pointers: `pread` and `write` take the address of a buffer and its length.
enum FileCopy {
    /// Copies a file from its beginning, up to a length if one is given, to a path where nothing may be. Only its owner
    /// can read the copy. The path names a whole copy that is on the disk, or nothing: the copy is written under another
    /// name in the same folder, which is removed when the copy fails or the task is cancelled.
    static func copy(_ file: Int32, upTo end: Int = .max, to path: String) throws(HearthError) {
        guard !exists(path) else { throw .cannotWriteCopy(EEXIST) }
        let partial = path + ".partial"
        unlink(partial)
        do throws(HearthError) {
            try write(file, upTo: end, to: partial)
            guard rename(partial, path) == 0 else { throw .cannotWriteCopy(errno) }
        } catch {
            unlink(partial)
            throw error
        }
        try syncFolder(of: path)
    }

    /// Whether there is anything at a path, be it a link that leads nowhere.
    static func exists(_ path: String) -> Bool { FileStamp(path: path, followsLinks: false) != nil }

    /// Removes a store that is not complete, with the files next to it.
    static func removeStore(at path: String) {
        for suffix in ["", "-wal", "-shm", "-journal", ".lock", ".partial", "-wal.partial"] {
            unlink(path + suffix)
        }
    }

    /// The name of a file is on the disk when its folder is.
    static func syncFolder(of path: String) throws(HearthError) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        let descriptor = open(String(folder), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotWriteCopy(errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .cannotWriteCopy(errno) }
    }

    private static func write(_ file: Int32, upTo end: Int, to path: String) throws(HearthError) {
        let copy = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard copy >= 0 else { throw .cannotWriteCopy(errno) }
        defer { close(copy) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var offset = 0
        while offset < end {
            guard !Task.isCancelled else { throw .cancelledCopy }
            let wanted = min(buffer.count, end - offset)
            let count = buffer.withUnsafeMutableBytes { pread(file, $0.baseAddress, wanted, off_t(offset)) }
            guard count >= 0 else { throw .cannotOpen(errno) }
            guard count > 0 else { break }
            try append(buffer, count, to: copy)
            offset += count
        }
        guard fsync(copy) == 0 else { throw .cannotWriteCopy(errno) }
    }

    private static func append(_ buffer: [UInt8], _ count: Int, to file: Int32) throws(HearthError) {
        var written = 0
        while written < count {
            let more = buffer.withUnsafeBytes { bytes in
                HearthSystem.write(file, bytes.baseAddress.map { $0 + written }, count - written)
            }
            guard more > 0 else { throw .cannotWriteCopy(errno) }
            written += more
        }
    }
}

extension HearthError {
    static func cannotWriteCopy(_ reason: Int32) -> HearthError {
        HearthError(
            reason == ENOSPC || reason == EDQUOT ? .storageFull : .storageFailed,
            "The copy cannot be written: \(String(cString: strerror(reason)))."
        )
    }

    static var noStoreToCopy: HearthError { HearthError(.storageFailed, "There is no store to copy: give its path.") }

    static var cancelledCopy: HearthError { HearthError(.storageFailed, "The copy was interrupted.") }
}
