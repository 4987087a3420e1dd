import Foundation
import HearthSystem

/// A file that only its owner can read, and that is there whole or not at all: it gets its name when it is finished. Where the
/// file system allows, it has no name until then, so that nothing is left of it when the process ends.
///
/// Unsafe pointers: `read` and `write` take the address of a buffer and its length.
final class PrivateFile {
    private let path: String
    /// A name in the same folder that no other file has.
    private let draft: String
    private let descriptor: Int32
    /// Whether the file has the name of the draft.
    private var isNamed: Bool

    init(_ path: String) throws {
        try Self.checkReplacing(path)
        self.path = path
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        draft = "\(folder).hearth-\(UUID().uuidString).part"
        #if os(Linux)
            // O_TMPFILE, which is a macro that Swift does not import.
            let unnamed = open(folder, 0o20000000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, 0o600)
        #else
            let unnamed: Int32 = -1
        #endif
        isNamed = unnamed < 0
        descriptor = unnamed < 0 ? open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) : unnamed
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit {
        close(descriptor)
        if isNamed {
            unlink(draft)
        }
    }

    func write(_ bytes: [UInt8]) throws {
        var left = bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { HearthSystem.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw Self.failure(path) }
            left.removeFirst(max(0, count))
        }
    }

    /// `isPart`: the file becomes part of an archive, which is written to the disk itself.
    func finish(isPart: Bool = false) throws {
        guard isPart || fsync(descriptor) == 0 else { throw Self.failure(path) }
        if !isNamed {
            let link = "/proc/self/fd/\(descriptor)"
            guard linkat(AT_FDCWD, link, AT_FDCWD, draft, AT_SYMLINK_FOLLOW) == 0 else { throw Self.failure(path) }
            isNamed = true
        }
        guard rename(draft, path) == 0 else { throw Self.failure(path) }
        isNamed = false
    }

    /// Gives a draft its name once it is on the disk, so that a loss of power leaves no empty file.
    static func publish(_ draft: String, as path: String) throws {
        let descriptor = open(draft, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0, rename(draft, path) == 0 else { throw failure(path) }
    }

    /// Throws unless the path is free or has a regular file. Throws also if that is a store, or belongs to one: nothing else
    /// has what is in it.
    static func checkReplacing(_ path: String) throws {
        let stores = ["", "-wal", "-shm", "-journal", ".lock"].filter(path.hasSuffix).map { path.dropLast($0.count) }
        guard !stores.contains(where: { isDatabase(String($0)) }) else {
            throw CommandError("\(path) is the file of a store, and is not replaced. Name another path.")
        }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw CommandError(
                "\(path) is \(kind(status.st_mode)), and an export replaces only files. Name another path. 'hearth query'"
                    + " prints samples."
            )
        }
    }

    private static func kind(_ mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFDIR: "a folder"
        case S_IFLNK: "a link"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }

    private static func isDatabase(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        let magic = Array("SQLite format 3\0".utf8)
        let start = [UInt8](unsafeUninitializedCapacity: magic.count) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, buffer.count))
        }
        return start == magic
    }

    static func failure(_ path: String) -> CommandError {
        CommandError("\(path) cannot be written: \(String(cString: strerror(errno))).")
    }

    /// Makes a folder that only its owner can enter; one that is there is left as it is.
    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) != 0 else { return }
        guard errno == EEXIST else {
            throw CommandError("\(path) cannot be created: \(String(cString: strerror(errno))).")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw CommandError("\(path) is not a folder. Name another path.")
        }
    }
}
