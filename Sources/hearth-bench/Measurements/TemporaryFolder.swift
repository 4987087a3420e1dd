import Foundation

/// A new folder for the files of a benchmark.
struct TemporaryFolder {
    let path: String

    /// In `directory`, or where the system has its temporary files.
    init(in directory: String?) throws {
        let parent = directory.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory
        let folder = parent.appending(path: "hearth-bench-\(UUID().uuidString)")
        path = folder.path
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        } catch {
            throw BenchmarkError(
                "cannot create a folder in \(parent.path); name one that exists and is yours with --directory"
            )
        }
    }

    func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// The bytes of the files whose names begin with `name`: a database and its write-ahead log.
    func bytes(_ name: String) throws -> Int {
        let files = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix(name) }
        return try files.reduce(0) { sum, found in
            let values = try URL(filePath: file(found)).resourceValues(forKeys: [.fileSizeKey])
            guard let size = values.fileSize else {
                throw BenchmarkError("the size of \(found) cannot be read")
            }
            return sum + size
        }
    }

    /// Whether the files are in memory instead of on a disk, as far as the system reports it.
    var isInMemory: Bool {
        guard let bytes = try? FileHandle(forReadingAtPath: "/proc/self/mounts")?.readToEnd() else { return false }
        let mounts = String(decoding: bytes, as: UTF8.self)
        // The folder is on the file system that is mounted nearest to it.
        var nearest = (path: "", type: "")
        for line in mounts.split(separator: "\n") {
            let fields = line.split(separator: " ").map { String($0) }
            guard fields.count > 2, fields[1] == "/" || path.hasPrefix(fields[1] + "/") else { continue }
            if fields[1].count >= nearest.path.count {
                nearest = (fields[1], fields[2])
            }
        }
        return nearest.type == "tmpfs"
    }

    /// Whether other users can reach it, given access to the folder itself.
    var isReachableByOthers: Bool {
        var folder = URL(filePath: path).resolvingSymlinksInPath()
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            var status = stat()
            guard stat(folder.path, &status) == 0, status.st_mode & S_IXOTH != 0 else { return false }
        }
        return true
    }

    func remove() throws {
        try FileManager.default.removeItem(atPath: path)
    }
}
