import Foundation

/// Finds the database of an export: by itself, in a zip or in a folder.
enum HealthConnectFile {
    private static let suffix = ".db"
    private static let mostCandidates = 8

    /// Whether there is a database that may be an export.
    static func exists(at path: String) throws(WorkoutFileError) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw WorkoutFileError(.unreadable, at: 0)
        }
        if isFolder.boolValue {
            for database in databases(in: path) where isExport(try SQLiteFile(database)) { return true }
            return false
        }
        if let archive = try ZipArchive.opened(path) { return try entry(of: archive) != nil }
        guard SQLiteFile.isMarked(try FileSource(path).next()) else { return false }
        return isExport(try SQLiteFile(path))
    }

    /// Throws ``WorkoutFileError/Code/unknownFormat`` unless there is an export.
    static func opened(_ path: String) throws(WorkoutFileError) -> (SQLiteFile, byteCount: Int) {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if isFolder.boolValue {
            for database in databases(in: path) {
                let file = try SQLiteFile(database)
                if isExport(file) { return (file, try FileSource(database).byteCount) }
            }
            throw WorkoutFileError(.unknownFormat, at: 0)
        }
        let file: (SQLiteFile, byteCount: Int)
        if let archive = try ZipArchive.opened(path) {
            guard let entry = try entry(of: archive) else { throw WorkoutFileError(.unknownFormat, at: 0) }
            file = (try unpacked(archive.source(entry)), entry.byteCount)
        } else {
            let source = try FileSource(path)
            guard SQLiteFile.isMarked(try source.next()) else { throw WorkoutFileError(.unknownFormat, at: 0) }
            file = (try SQLiteFile(path), source.byteCount)
        }
        guard isExport(file.0) else { throw WorkoutFileError(.unknownFormat, at: 0) }
        return file
    }

    private static func isExport(_ file: SQLiteFile) -> Bool {
        file.tables["application_info_table"]?.isSuperset(of: ["row_id", "package_name", "app_name"]) == true
    }

    private static func databases(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let paths = names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
        return paths.filter { path in
            let head = try? FileSource(path).next()
            return head.map(SQLiteFile.isMarked) ?? false
        }
    }

    /// The largest database in an archive.
    private static func entry(of archive: ZipArchive) throws(WorkoutFileError) -> ZipArchive.Entry? {
        let candidates = archive.entries.filter { $0.name.hasSuffix(suffix) && !$0.name.contains("__MACOSX/") }
        for entry in candidates.sorted(by: { $0.byteCount > $1.byteCount }).prefix(mostCandidates)
        where SQLiteFile.isMarked(try archive.source(entry).next()) {
            return entry
        }
        return nil
    }

    /// SQLite reads files only, and at any offset. The file that it gets has no name any more, so that it is gone
    /// when the process is.
    ///
    /// Unsafe pointers: the system writes the name that it chooses into a buffer.
    private static func unpacked(_ source: any ByteSource) throws(WorkoutFileError) -> SQLiteFile {
        let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        var name = Array("\(folder)/hearth-import-XXXXXX".utf8CString)
        let descriptor = name.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkstemp($0) } ?? -1
        }
        guard descriptor >= 0 else { throw WorkoutFileError(.unreadable, at: 0) }
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            unlink(path)
            close(descriptor)
        }
        var offset = 0
        while true {
            let bytes = try source.next()
            guard !bytes.isEmpty else { break }
            var written = 0
            while written < bytes.count {
                let count = bytes.withUnsafeBytes {
                    write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
                }
                guard count > 0 || errno == EINTR else { throw WorkoutFileError(.unreadable, at: offset) }
                written += max(0, count)
            }
            offset += bytes.count
        }
        return try SQLiteFile(path)
    }
}
