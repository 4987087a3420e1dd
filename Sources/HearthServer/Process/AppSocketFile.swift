import HearthModel
import HearthSocket
import HearthSystem

/// The socket of an app, in a folder of its own: for the server's user, or also for the members of a group.
enum AppSocketFile {
    /// Another descriptor of the socket that systemd made. Its unit says who can connect; the server takes another user for the
    /// app if the socket is for the app's group.
    ///
    /// Unsafe pointers: `stat` fills in a structure.
    static func take(_ descriptor: Int32, for socket: AppSocket) throws(SystemError) -> Int32 {
        if !socket.group.isEmpty {
            let group = try number(of: socket.group)
            var status = stat()
            guard stat(socket.path, &status) == 0, status.st_gid == group, UserGroup.alone(canOpen: status.st_mode)
            else {
                throw SystemError(
                    "The socket \(socket.path), which systemd made, is not one of the group \(socket.group): its unit has"
                        + " to say SocketGroup=\(socket.group) and SocketMode=0660."
                )
            }
        }
        guard let copy = duplicateDescriptor(descriptor) else {
            throw SystemError("Cannot duplicate a descriptor: \(String(cString: strerror(errno))).")
        }
        return copy
    }

    /// A socket that the server makes.
    ///
    ///     folder 0700 -> socket 0600, or 0660 of the group -> listens -> folder 0710 of the group
    static func make(_ socket: AppSocket) throws(SystemError) -> ServerSocket {
        let folder = SocketPath.directory(of: socket.path)
        try ServiceFolder.create(folder)
        // The last server may have opened it to a group.
        try ServiceFolder.set(0o700, of: folder)
        guard !socket.group.isEmpty else { return try ServerSocket.make(at: socket.path) }
        let group = try number(of: socket.group)
        let made = try ServerSocket.make(at: socket.path, group: group)
        do throws(SystemError) {
            try ServiceFolder.set(0o710, of: folder, group: group)
            // Members of the group of one app pass it, and see nothing of the others.
            try ServiceFolder.set(AppSocketFolder.openToGroups, of: SocketPath.directory(of: folder))
        } catch {
            made.remove()
            closeDescriptor(made.descriptor)
            throw error
        }
        return made
    }

    private static func number(of group: String) throws(SystemError) -> gid_t {
        guard let number = UserGroup.number(of: group) else {
            throw SystemError("This machine has no group '\(group)'.")
        }
        return number
    }
}
