internal import HearthModel
internal import HearthSystem

/// Copies of the store's files.
///
/// Unsafe pointers: `pread` and `write` take the address of a buffer and its length.
enum FileCopy {
    /// Copies a file from its beginning, up to a length if one is given, to a new file. Only its owner can read the copy.
    static func copy(_ file: Int32, upTo end: Int = .max, to path: String) throws(HearthError) {
        let copy = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard copy >= 0 else { throw .cannotWriteCopy(errno) }
        defer { close(copy) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var offset = 0
        while offset < end {
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
                write(file, bytes.baseAddress.map { $0 + written }, count - written)
            }
            guard more > 0 else { throw .cannotWriteCopy(errno) }
            written += more
        }
    }
}

extension HearthError {
    static func cannotWriteCopy(_ reason: Int32) -> HearthError {
        HearthError(
            reason == ENOSPC ? .storageFull : .storageFailed,
            "The copy cannot be written: \(String(cString: strerror(reason)))."
        )
    }
}
