import Foundation

/// What a folder contains.
package enum FolderListing {
    /// The names in a folder, in their order. Empty if the folder does not exist or is a link, which could lead out of what is
    /// read. `mayBeLink`: for the folder that the user has named.
    package static func names(in folder: String, mayBeLink: Bool = false) -> [String] {
        var status = stat()
        guard mayBeLink || lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR else { return [] }
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
