package import HearthSystem

/// A group of the machine's users.
package enum UserGroup {
    /// The longest entry of a group that is read: it lists all members.
    private static let entryBytesMax = 1 << 20

    /// The number of a group, which its name or the number in digits stands for. Nil if no group has the name.
    package static func number(of name: String) -> gid_t? {
        if !name.isEmpty, name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // The last number means none.
            return gid_t(name).flatMap { $0 == gid_t.max ? nil : $0 }
        }
        return find(\.gr_gid) { getgrnam_r(name, $0, $1, $2, $3) }
    }

    /// The name of a group; its number in digits where it has none.
    package static func name(of number: gid_t) -> String {
        find({ String(cString: $0.gr_name) }) { getgrgid_r(number, $0, $1, $2, $3) } ?? "\(number)"
    }

    /// A value of the entry of a group, whose texts are read into larger memory until they fit; nil: there is no entry.
    ///
    /// Unsafe pointers: `getgrnam_r` and `getgrgid_r` fill in a structure, and the texts of it in a buffer.
    private static func find<Value>(
        _ value: (group) -> Value,
        by read: (
            UnsafeMutablePointer<group>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<group>?>
        ) -> Int32
    ) -> Value? {
        var bytes = 1_024
        while bytes <= entryBytesMax {
            var texts = [CChar](repeating: 0, count: bytes)
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            let code = read(&entry, &texts, bytes, &found)
            if code == ERANGE {
                bytes *= 4
            } else if code != EINTR {
                return withExtendedLifetime(texts) { found == nil ? nil : value(entry) }
            }
        }
        return nil
    }

    /// Whether permissions let the members of a file's group connect to a socket, besides its owner, and nobody else.
    package static func alone(canOpen permissions: mode_t) -> Bool { permissions & 0o026 == 0o020 }

    /// The folders on the way to a file that a group's members cannot pass, from the root on.
    ///
    /// Unsafe pointers: `stat` fills in a structure.
    package static func closedFolders(above path: String, to group: gid_t) -> [String] {
        let names = path.split(separator: "/").dropLast()
        let folders = names.indices.map { "/" + names[...$0].joined(separator: "/") }
        return (["/"] + folders).filter { folder in
            var status = HearthSystem.stat()
            guard stat(folder, &status) == 0 else { return true }
            // Of a folder of the group, only the group's permissions count.
            return status.st_mode & (status.st_gid == group ? S_IXGRP : S_IXOTH) == 0
        }
    }
}
