import Foundation

/// A folder that an archive was unpacked to.
enum UnpackedFolder {
    /// The names in a folder of it; none if there is no such folder. A link could lead out of the archive, and is not followed.
    static func names(in folder: String) -> [String] {
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [] }
        return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
