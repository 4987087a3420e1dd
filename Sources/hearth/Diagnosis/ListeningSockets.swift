import Foundation

/// The Unix sockets on which a process listens and to which clients find the way, as far as the system tells.
struct ListeningSockets {
    let paths: [String]

    /// Of a socket that listens, in the system's list.
    private static let listens = "00010000"

    init(of process: Int32) {
        let folder = "/proc/\(process)/fd"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let ends = files.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        let own = Set(ends)
        // Lines such as `0000000000000000: 00000002 00000000 00010000 0001 01 31337 /run/hearth/hearth.sock`.
        let lines = StoreHolder.text(of: "/proc/\(process)/net/unix")?.split(separator: "\n") ?? []
        let found = lines.compactMap { line -> String? in
            let fields = line.split(separator: " ", maxSplits: 7)
            guard fields.count == 8, fields[3] == ListeningSockets.listens, own.contains("socket:[\(fields[6])]") else {
                return nil
            }
            return String(fields[7])
        }
        // The file of a socket may be gone, or be relative to where the process began.
        paths = Set(found).filter { $0.hasPrefix("/") && FileFacts($0)?.isSocket == true }.sorted()
    }
}
