import Foundation
import HearthSystem

/// A folder in which the files of an export are assembled. One that an earlier export has left behind is replaced; any
/// other one that has content is left as it is.
struct DraftFolder {
    let path: String

    /// The file by which an export knows a folder as its own.
    static let mark = ".hearth-export"

    init(_ path: String) throws {
        self.path = path
        if mkdir(path, 0o700) != 0 {
            guard errno == EEXIST else { throw Self.failure(path) }
            guard Self.isReplaceable(path) else {
                throw CommandError(
                    "\(path) is needed for the files of the export, and Hearth did not create it: move it, or name another"
                        + " file."
                )
            }
            try? FileManager.default.removeItem(atPath: path)
            guard mkdir(path, 0o700) == 0 else { throw Self.failure(path) }
        }
        let descriptor = open("\(path)/\(Self.mark)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        close(descriptor)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Whether it is a folder that is empty or that an export has created. A link to one is not.
    private static func isReplaceable(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeDirectory,
            let content = try? FileManager.default.contentsOfDirectory(atPath: path)
        else { return false }
        return content.isEmpty || content.contains(mark)
    }

    private static func failure(_ path: String) -> CommandError {
        CommandError("\(path) cannot be created: \(String(cString: strerror(errno))).")
    }
}
