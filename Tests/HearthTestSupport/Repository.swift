package import Foundation

/// Files of the repository that tests read.
package enum Repository {
    package static let root = URL(filePath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    package static let protoFile = root.appending(path: "Protocol/hearth.proto")
    package static let vectors = root.appending(path: "Protocol/vectors")

    package static func text(of file: URL) throws -> String {
        try String(contentsOf: file, encoding: .utf8)
    }

    /// The text of a file by its path from the top folder.
    package static func text(_ path: String) throws -> String {
        try text(of: root.appending(path: path))
    }

    /// The files of a folder with this ending, by name; none when there is no such folder.
    package static func files(in folder: URL, ending: String) -> [URL] {
        let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (all ?? [])
            .filter { $0.lastPathComponent.hasSuffix(ending) }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// The paths of all files below a folder, from the top folder, hidden ones and build products left out.
    package static func paths(below folder: String) -> [String] {
        let base = root.appending(path: folder)
        let found = FileManager.default.enumerator(atPath: base.path(percentEncoded: false))
        return (found?.compactMap { $0 as? String } ?? [])
            .filter { path in !path.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__pycache__" } }
            .map { "\(folder)/\($0)" }
            .filter { path in
                var isFolder: ObjCBool = false
                let file = root.appending(path: path).path(percentEncoded: false)
                return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
            }
            .sorted()
    }
}
