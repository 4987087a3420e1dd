import Foundation

/// A folder that an archive was unpacked to.
enum UnpackedFolder {
    /// The names in one of its folders, in their order. Empty if the folder does not exist or is a link, which could lead out
    /// of the archive. `mayBeLink`: for the folder that the user has named.
    static func names(in folder: String, mayBeLink: Bool = false) -> [String] {
        var status = stat()
        guard mayBeLink || lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR else { return [] }
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
