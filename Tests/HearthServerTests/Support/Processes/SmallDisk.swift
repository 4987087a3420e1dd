import Foundation
import HearthTestSupport

/// A file system of its own in a folder's `data`, so small that it can be filled.
final class SmallDisk {
    /// Whether this process may mount file systems.
    static let isAllowed =
        geteuid() == 0 && (try? ServerFolder()).map { (try? SmallDisk(in: $0, bytes: 65_536)) != nil } == true

    private let path: String

    init(in folder: ServerFolder, bytes: Int) throws {
        path = folder.file("data")
        guard mkdir(path, 0o700) == 0 else { throw Unexpected.failed("mkdir", errno) }
        let exit = try ChildProcess.run(
            "/bin/mount",
            .init(arguments: ["-t", "tmpfs", "-o", "size=\(bytes),mode=0700", "none", path])
        )
        guard exit == .code(0) else { throw Unexpected("nothing can be mounted") }
    }

    deinit {
        _ = try? ChildProcess.run("/bin/umount", .init(arguments: ["--lazy", path]))
    }

    /// A file that takes room until it is removed.
    func addBallast(bytes: Int) throws {
        try Data(count: bytes).write(to: URL(filePath: path + "/ballast"))
    }

    func removeBallast() {
        unlink(path + "/ballast")
    }
}
