import CZip

/// A zip archive. Its entries are read as streams; nothing is ever unpacked to a path.
///
/// Unsafe pointers: libzip passes its archive and its names as pointers, which stay valid as long as this value exists.
final class ZipArchive {
    /// An export has one file for each route and each clinical record.
    static let maxEntries = 500_000

    /// A file in the archive.
    struct Entry: Sendable {
        let index: UInt64
        /// The path in the archive.
        let name: String
        /// The sizes that the archive's directory states.
        let byteCount: Int
        let compressedByteCount: Int
        let isEncrypted: Bool
    }

    let entries: [Entry]
    fileprivate let archive: OpaquePointer
    /// The bytes of an archive that libzip does not open by its path. libzip reads them until it closes the archive.
    private let bytes: ZipBytes?

    /// The archive at a path; nil: it is a file of another kind.
    static func opened(_ path: String) throws(FormatError) -> ZipArchive? {
        let head = try FileSource(path).next()
        guard head.starts(with: [0x50, 0x4b, 0x03, 0x04]) || head.starts(with: [0x50, 0x4b, 0x05, 0x06]) else {
            return nil
        }
        return try ZipArchive(path)
    }

    init(_ path: String) throws(FormatError) {
        var code: Int32 = 0
        let opened = zip_open(path, ZIP_RDONLY, &code)
        // libzip refuses an archive with a name that is declared as UTF-8, and is not or has control characters.
        let bytes = opened == nil && code == ZIP_ER_INCONS ? ZipBytes(path) : nil
        guard let archive = opened ?? bytes?.open() else {
            throw FormatError(code == ZIP_ER_OPEN || code == ZIP_ER_READ ? .unreadable : .malformed, at: 0)
        }
        self.bytes = bytes
        let count = zip_get_num_entries(archive, 0)
        guard count >= 0, count <= Self.maxEntries else {
            zip_discard(archive)
            throw FormatError(.tooManyEntries, at: 0)
        }
        self.archive = archive
        entries = (0..<UInt64(count)).compactMap { Self.entry($0, of: archive) }
    }

    deinit {
        zip_discard(archive)
    }

    private static func entry(_ index: UInt64, of archive: OpaquePointer) -> Entry? {
        var status = zip_stat_t()
        zip_stat_init(&status)
        guard zip_stat_index(archive, index, 0, &status) == 0, let name = status.name,
            let size = Int(exactly: status.size), let compressed = Int(exactly: status.comp_size)
        else { return nil }
        // The name's own bytes, as lists of files in the archive have them. libzip takes some for another encoding.
        let own = zip_get_name(archive, index, ZIP_FL_ENC_RAW).flatMap { String(validatingCString: $0) }
        return Entry(
            index: index,
            name: own ?? String(cString: name),
            byteCount: size,
            compressedByteCount: compressed,
            isEncrypted: status.valid & UInt64(ZIP_STAT_ENCRYPTION_METHOD) != 0
                && status.encryption_method != UInt16(ZIP_EM_NONE)
        )
    }

    /// The bytes of an entry.
    func source(_ entry: Entry) throws(FormatError) -> ZipEntrySource {
        guard !entry.isEncrypted else { throw FormatError(.encrypted, at: 0) }
        return try ZipEntrySource(entry, of: self)
    }
}

/// The bytes of a file in an archive, decompressed, with the archive's checksum verified at the end.
///
/// Unsafe pointers: libzip writes into a buffer.
final class ZipEntrySource: ByteSource {
    private static let pieceBytes = 256 << 10
    /// An export shrinks to a twentieth. Deflate can shrink zeros to a thousandth.
    private static let highestRatio = 250
    /// A short text may repeat itself more often.
    private static let uncheckedBytes = 16 << 20

    let byteCount: Int
    private let archive: ZipArchive
    private let file: OpaquePointer
    private let maxBytes: Int
    private var offset = 0

    fileprivate init(_ entry: ZipArchive.Entry, of archive: ZipArchive) throws(FormatError) {
        guard let file = zip_fopen_index(archive.archive, entry.index, 0) else {
            throw FormatError(.unreadable, at: 0)
        }
        self.file = file
        self.archive = archive
        byteCount = entry.byteCount
        maxBytes = max(Self.uncheckedBytes, min(entry.compressedByteCount, 1 << 40) * Self.highestRatio)
    }

    deinit {
        zip_fclose(file)
    }

    func next() throws(FormatError) -> [UInt8] {
        var count: zip_int64_t = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, initialized in
            guard let start = buffer.baseAddress else { return }
            count = zip_fread(file, start, zip_uint64_t(buffer.count))
            initialized = max(0, Int(count))
        }
        guard count >= 0 else {
            let isChecksum = zip_error_code_zip(zip_file_get_error(file)) == ZIP_ER_CRC
            throw FormatError(isChecksum ? .checksumMismatch : .malformed, at: offset)
        }
        offset += bytes.count
        guard offset <= maxBytes else { throw FormatError(.expandsTooMuch, at: offset) }
        return bytes
    }
}
