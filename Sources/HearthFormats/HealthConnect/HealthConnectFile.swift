import Foundation

/// Finds the database of an export: by itself, in a zip or in a folder.
enum HealthConnectFile {
    private static let suffix = ".db"
    private static let maxCandidates = 8

    /// Whether there is a database that may be an export.
    static func exists(at path: String) throws(FormatError) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw FormatError(.unreadable, at: 0)
        }
        if isFolder.boolValue {
            for database in databases(in: path) where isExport(try SQLiteFile(database)) { return true }
            return false
        }
        if let archive = try ZipArchive.opened(path) { return try entry(of: archive) != nil }
        guard SQLiteFile.isMarked(try FileSource(path).next()) else { return false }
        return isExport(try SQLiteFile(path))
    }

    /// Throws ``FormatError/Code/unknownFormat`` unless there is an export.
    static func opened(_ path: String) throws(FormatError) -> (SQLiteFile, byteCount: Int) {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if isFolder.boolValue {
            for database in databases(in: path) {
                let file = try SQLiteFile(database)
                if isExport(file) { return (file, try FileSource(database).byteCount) }
            }
            throw FormatError(.unknownFormat, at: 0)
        }
        let file: (SQLiteFile, byteCount: Int)
        if let archive = try ZipArchive.opened(path) {
            guard let entry = try entry(of: archive) else { throw FormatError(.unknownFormat, at: 0) }
            file = (try unpacked(archive.source(entry)), entry.byteCount)
        } else {
            let source = try FileSource(path)
            guard SQLiteFile.isMarked(try source.next()) else { throw FormatError(.unknownFormat, at: 0) }
            file = (try SQLiteFile(path), source.byteCount)
        }
        guard isExport(file.0) else { throw FormatError(.unknownFormat, at: 0) }
        return file
    }

    private static func isExport(_ file: SQLiteFile) -> Bool {
        file.tables["application_info_table"]?.isSuperset(of: ["row_id", "package_name", "app_name"]) == true
    }

    private static func databases(in folder: String) -> [String] {
        let names = FolderListing.names(in: folder, mayBeLink: true)
        let paths = names.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
        return paths.filter { path in
            let head = try? FileSource(path, followsLinks: false).next()
            return head.map(SQLiteFile.isMarked) ?? false
        }
    }

    /// The largest database in an archive.
    private static func entry(of archive: ZipArchive) throws(FormatError) -> ZipArchive.Entry? {
        let candidates = archive.entries.filter { $0.name.hasSuffix(suffix) && !$0.name.contains("__MACOSX/") }
        for entry in candidates.sorted(by: { $0.byteCount > $1.byteCount }).prefix(maxCandidates)
        where SQLiteFile.isMarked(try archive.source(entry).next()) {
            return entry
        }
        return nil
    }

    /// Where temporary files are on a disk: `/tmp` is often in memory.
    private static var temporaryFolder: String {
        let isSet = ProcessInfo.processInfo.environment["TMPDIR"].map { !$0.isEmpty } ?? false
        guard !isSet, access("/var/tmp", W_OK) == 0 else {
            return FileManager.default.temporaryDirectory.path(percentEncoded: false)
        }
        return "/var/tmp"
    }

    /// SQLite reads files only, and at any offset, and it opens them by a name. The file has one for that moment only, so
    /// that it is gone when the process is. Where the system cannot make a file without a name, it has one while it is
    /// written, and remains if the process is killed meanwhile.
    static func unpacked(
        _ source: any ByteSource,
        in folder: String = temporaryFolder
    ) throws(FormatError) -> SQLiteFile {
        let name = "\(folder)/hearth-import-\(UUID().uuidString)"
        let isNamed: Bool
        #if os(Linux)
            // O_TMPFILE, which is a macro that Swift does not import.
            var descriptor = open(folder, 0o20000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
            isNamed = descriptor < 0
            if isNamed {
                descriptor = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
            }
        #else
            let descriptor = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
            isNamed = true
        #endif
        guard descriptor >= 0 else { throw FormatError(.unreadable, at: 0) }
        defer {
            unlink(name)
            close(descriptor)
        }
        try copy(source, to: descriptor)
        if !isNamed {
            let link = "/proc/self/fd/\(descriptor)"
            guard linkat(AT_FDCWD, link, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
                throw FormatError(.unreadable, at: 0)
            }
        }
        return try SQLiteFile(name)
    }

    /// Unsafe pointers: the system reads from a buffer.
    private static func copy(_ source: any ByteSource, to descriptor: Int32) throws(FormatError) {
        var offset = 0
        while true {
            let bytes = try source.next()
            guard !bytes.isEmpty else { break }
            var written = 0
            while written < bytes.count {
                let count = bytes.withUnsafeBytes {
                    write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
                }
                guard count > 0 || errno == EINTR else { throw FormatError(.unreadable, at: offset) }
                written += max(0, count)
            }
            offset += bytes.count
        }
    }
}
