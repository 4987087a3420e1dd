import HearthSystem

/// What a program in a sandbox sees of the machine's files: all of them, except for those in hidden folders, and it can write
/// only where a folder is shown for that.
struct SandboxMounts {
    /// What a program sees of a folder, and of what is in it up to the next one.
    private enum Kind {
        case hidden
        /// A file that is empty.
        case masked
        case readable(OpenedPath)
        case writable(OpenedPath)
        case nameServer, devices, processes
    }

    private var kinds: [String: Kind] = [:]

    /// `own`: the folder of the app's socket, in which each start of the server makes another.
    init(
        hidden: Set<String>,
        masked: [String],
        readable: [OpenedPath],
        writable: [OpenedPath],
        own: OpenedPath
    ) throws(CommandError) {
        for folder in hidden {
            kinds[folder] = .hidden
        }
        // Where a name server is found on systems with systemd-resolved.
        kinds["/run/systemd/resolve"] = .nameServer
        for folder in readable {
            kinds[folder.path] = .readable(folder)
        }
        for folder in writable {
            kinds[folder.path] = .writable(folder)
        }
        for file in masked {
            kinds[file] = .masked
        }
        kinds[own.path] = .readable(own)
        kinds["/dev"] = .devices
        kinds["/proc"] = .processes
        try pin()
    }

    /// Mounts the folders between one that can be written and what is hidden or shown in it: a folder on which something is
    /// mounted can be neither renamed nor replaced. The next sandbox would hide what is not there any more.
    private mutating func pin() throws(CommandError) {
        for folder in kinds.keys {
            guard let (outer, kind) = mount(above: folder), case .writable = kind else { continue }
            var place = SandboxMounts.parent(of: folder)
            while place != outer {
                if let pinned = OpenedPath(place) {
                    guard pinned.path == place else {
                        throw CommandError("\(place.printable) was replaced while the sandbox was made. Try again.")
                    }
                    kinds[place] = .writable(pinned)
                }
                place = SandboxMounts.parent(of: place)
            }
        }
    }

    // MARK: - Places

    /// The hidden folder that a file is hidden with; nil: the file is seen.
    func hiddenFolder(of path: String) -> String? {
        guard let (folder, kind) = mount(of: path), case .hidden = kind else { return nil }
        return folder
    }

    /// Whether the program can replace what is at a path.
    func isWritable(_ path: String) -> Bool {
        guard let (_, kind) = mount(above: path), case .writable = kind else { return false }
        return true
    }

    /// The innermost mount that a path is in.
    private func mount(of path: String) -> (folder: String, kind: Kind)? {
        kinds[path].map { (path, $0) } ?? mount(above: path)
    }

    private func mount(above path: String) -> (folder: String, kind: Kind)? {
        var place = path
        while place != "/" {
            place = SandboxMounts.parent(of: place)
            if let kind = kinds[place] { return (place, kind) }
        }
        return nil
    }

    private static func parent(of path: String) -> String {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    // MARK: - bubblewrap

    /// The outer ones first: the innermost folder that is shown or hidden decides. Nothing replaces the folder of the socket,
    /// the devices and the processes.
    var arguments: [String] {
        var words = ["--ro-bind", "/", "/"]
        for (folder, kind) in kinds.sorted(by: { $0.key < $1.key }) {
            switch kind {
            case .hidden:
                // One in a hidden folder is hidden with it, and its name is as well.
                guard mount(above: folder).flatMap({ hiddenFolder(of: $0.folder) }) == nil else { continue }
                words += FileFacts(folder)?.isFolder == true ? ["--tmpfs", folder] : []
            case .masked: words += ["--ro-bind", "/dev/null", folder]
            case .readable(let opened): words += ["--ro-bind-fd", "\(opened.descriptor)", folder]
            case .writable(let opened): words += ["--bind-fd", "\(opened.descriptor)", folder]
            case .nameServer: words += ["--ro-bind-try", folder, folder]
            case .devices: words += ["--dev", folder]
            case .processes:
                words += ["--proc", folder]
                // The system lets root set up the machine there, also without capabilities.
                words += geteuid() == 0 ? ["--remount-ro", folder] : []
            }
        }
        return words
    }

    /// Those that bubblewrap mounts, and then closes.
    var descriptors: [Int32] {
        kinds.values.compactMap { kind in
            switch kind {
            case .readable(let opened), .writable(let opened): opened.descriptor
            case .hidden, .masked, .nameServer, .devices, .processes: nil
            }
        }
    }
}
