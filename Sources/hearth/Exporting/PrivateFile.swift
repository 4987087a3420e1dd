import Foundation
import HearthSystem

/// A file that only its owner can read, and that is there whole or not at all: it gets its name when it is finished.
///
/// Unsafe pointers: `read` and `write` take the address of a buffer and its length.
final class PrivateFile {
    private let path: String
    private let draft: String
    private let descriptor: Int32
    private var isFinished = false

    init(_ path: String) throws {
        try Self.checkReplacing(path)
        self.path = path
        draft = path + ".part"
        unlink(draft)
        descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit {
        close(descriptor)
        if !isFinished {
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
        guard rename(draft, path) == 0 else { throw Self.failure(path) }
        isFinished = true
    }

    /// Gives a draft its name once it is on the disk, so that a loss of power leaves no empty file.
    static func publish(_ draft: String, as path: String) throws {
        let descriptor = open(draft, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0, rename(draft, path) == 0 else { throw failure(path) }
    }

    /// Throws if the file of this name is a store, or belongs to one: nothing else has what is in it.
    static func checkReplacing(_ path: String) throws {
        let stores = ["", "-wal", "-shm", "-journal", ".lock"].filter(path.hasSuffix).map { path.dropLast($0.count) }
        guard stores.contains(where: { isDatabase(String($0)) }) else { return }
        throw CommandError("\(path) is the file of a store, and is not replaced. Name another path.")
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
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw CommandError("\(path) cannot be created: \(String(cString: strerror(errno))).")
        }
    }
}
