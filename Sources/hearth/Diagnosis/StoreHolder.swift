import Foundation
import HearthStore
import HearthSystem

/// The process that has a store open.
struct StoreHolder: Hashable, Sendable {
    let process: Int32
    /// The name of its program.
    let program: String
    /// The paths of the sockets on which it listens.
    let sockets: [String]

    /// Nil when no process holds the store's lock, or the system does not tell which one.
    init?(ofStoreAt path: String) {
        let lock = StoreLock.path(ofStoreAt: path)
        guard let inode = (try? FileManager.default.attributesOfItem(atPath: lock))?[.systemFileNumber] as? Int,
            let locks = StoreHolder.text(of: "/proc/locks")
        else { return nil }
        let holders = locks.split(separator: "\n").lazy.compactMap { StoreHolder.process(line: $0, inode: inode) }
        guard let process = holders.first(where: { $0 > 0 && $0 != getpid() }) else { return nil }
        self.process = process
        program =
            StoreHolder.text(of: "/proc/\(process)/comm")?.split(separator: "\n").first.map(String.init) ?? "unknown"
        sockets = ListeningSockets(of: process).paths
    }

    /// The process of a line such as `1: FLOCK  ADVISORY  WRITE 4711 fd:00:131 0 EOF`.
    private static func process(line: Substring, inode: Int) -> Int32? {
        let fields = line.split(separator: " ")
        guard fields.count >= 6, fields[1] == "FLOCK", fields[5].split(separator: ":").last == "\(inode)" else {
            return nil
        }
        return Int32(fields[4])
    }

    /// Through a handle, because `String(contentsOfFile:)` reads no more than a page of a file without a size.
    static func text(of path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path), let bytes = try? file.readToEnd() else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
