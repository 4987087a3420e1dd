import Foundation

/// A folder of a test's own, for its owner alone, that is gone when the test is over. Its path is short, as paths of
/// sockets have to be; in memory where the machine has a file system there.
package final class ServerFolder: Sendable {
    package let path: String

    package init() throws {
        let base = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
        let name = "\(base)/hearth-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
        guard mkdir(name, 0o700) == 0 else { throw Unexpected.failed("mkdir", errno) }
        path = name
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    package var socket: String { path + "/run/hearth.sock" }
    package var store: String { path + "/data/store.hearth" }

    package func file(_ name: String) -> String { path + "/" + name }

    package func text(of name: String) -> String {
        String(decoding: (try? Data(contentsOf: URL(filePath: file(name)))) ?? Data(), as: UTF8.self)
    }
}

/// What `lstat` says of a file.
package struct FileStatus {
    package let permissions: UInt32
    package let size: Int
    package let isSocket: Bool

    /// Nil when there is no such file.
    package init?(of path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        permissions = UInt32(status.st_mode) & 0o777
        size = Int(status.st_size)
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
    }
}
