package import HearthSystem

/// A group of the machine's users.
package enum UserGroup {
    /// The longest entry of a group that is read: it lists all members.
    private static let entryBytesMax = 1 << 20

    /// The number of a group, which its name or the number in digits stands for. Nil if no group has the name.
    ///
    /// Unsafe pointers: `getgrnam_r` fills in a structure, and the texts of it in a buffer.
    package static func number(of name: String) -> gid_t? {
        if !name.isEmpty, name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // The last number means none.
            return gid_t(name).flatMap { $0 == gid_t.max ? nil : $0 }
        }
        var bytes = 1_024
        while bytes <= entryBytesMax {
            var texts = [CChar](repeating: 0, count: bytes)
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            let code = getgrnam_r(name, &entry, &texts, texts.count, &found)
            if code == ERANGE {
                bytes *= 4
            } else if code != EINTR {
                return found == nil ? nil : entry.gr_gid
            }
        }
        return nil
    }

    /// The name of a group; its number in digits where it has none.
    ///
    /// Unsafe pointers: `getgrgid_r` fills in a structure, and the texts of it in a buffer.
    package static func name(of number: gid_t) -> String {
        var bytes = 1_024
        while bytes <= entryBytesMax {
            var texts = [CChar](repeating: 0, count: bytes)
            var entry = group()
            var found: UnsafeMutablePointer<group>?
            let code = getgrgid_r(number, &entry, &texts, texts.count, &found)
            if code == ERANGE {
                bytes *= 4
            } else if code != EINTR {
                return found == nil ? "\(number)" : String(cString: entry.gr_name)
            }
        }
        return "\(number)"
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
