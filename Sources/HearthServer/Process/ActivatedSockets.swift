import HearthModel
import HearthSocket
import HearthSystem

/// The sockets that systemd made and passes to the server. `FileDescriptorName=` tells them apart: `app/ID` is the socket of
/// that app. One without such a name is the socket of all apps.
struct ActivatedSockets {
    /// The socket of an app.
    struct OfApp {
        let descriptor: Int32
        let path: String
    }

    /// The socket of all apps; nil: the server makes it.
    let main: ServerSocket?
    /// Which of the sockets is that of all apps, for the log; nil: none.
    let mainName: String?
    let apps: [AppID: OfApp]

    private static let first: Int32 = 3
    private static let prefix = "app/"

    init(_ environment: [String: String]) throws(SystemError) {
        guard let process = environment["LISTEN_PID"].flatMap({ Int32($0) }), process == getpid(),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0
        else {
            main = nil
            mainName = nil
            apps = [:]
            return
        }
        // No child process is to take them for its own.
        unsetenv("LISTEN_PID")
        unsetenv("LISTEN_FDS")
        unsetenv("LISTEN_FDNAMES")
        let names = environment["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        var others: [(descriptor: Int32, name: String)] = []
        var descriptors: [AppID: Int32] = [:]
        for index in 0..<count {
            let name = names.indices.contains(Int(index)) ? String(names[Int(index)]) : ""
            guard let app = try ActivatedSockets.app(named: name) else {
                others.append((ActivatedSockets.first + index, name))
                continue
            }
            guard descriptors.updateValue(ActivatedSockets.first + index, forKey: app) == nil else {
                throw SystemError("Socket activation hands over two sockets of the app \(app), which has one.")
            }
        }
        guard others.count <= 1 else {
            throw SystemError(
                "Socket activation hands over \(others.count) sockets for all apps, and Hearth listens on one:"
                    + " \(others.map(ActivatedSockets.text).joined(separator: ", ")). FileDescriptorName=app/ID makes one the"
                    + " socket of an app."
            )
        }
        main = try others.first.map { other throws(SystemError) in try ServerSocket.activated(other.descriptor) }
        mainName = others.first.map(ActivatedSockets.text)
        var apps: [AppID: OfApp] = [:]
        for (app, descriptor) in descriptors {
            guard let path = UnixSocket.path(of: try ServerSocket.activated(descriptor).descriptor) else {
                throw SystemError("The socket of the app \(app) that socket activation hands over has no path.")
            }
            apps[app] = OfApp(descriptor: descriptor, path: ServicePaths.absolute(path))
        }
        self.apps = apps
    }

    /// A socket without the name of an app: its descriptor and path, and the name of its unit.
    private static func text(of socket: (descriptor: Int32, name: String)) -> String {
        let path = UnixSocket.path(of: socket.descriptor).map { " at \($0)" } ?? ""
        let isOfUnit = socket.name.hasSuffix(".socket")
        return "descriptor \(socket.descriptor)\(path)\(isOfUnit ? " (\(socket.name))" : "")"
    }

    /// The app that a socket of a name is for; nil: all apps. A socket that has no name of its own has that of its unit.
    private static func app(named name: String) throws(SystemError) -> AppID? {
        if ["", "unknown"].contains(name) || name.hasSuffix(".socket") && !name.hasPrefix(prefix) { return nil }
        let app = AppID(String(name.dropFirst(prefix.count)))
        guard name.hasPrefix(prefix), name != prefix, (try? AccessControl.add(app, name: "").validate()) != nil else {
            throw SystemError(
                "Socket activation hands over a socket with the unknown name '\(name)': FileDescriptorName= is 'app/' and the"
                    + " identifier of an app, or is left out."
            )
        }
        return app
    }
}
