import Foundation
import HearthSocket
import HearthTestSupport

/// A user of the machine, without a name, who runs `hearth`. Root can become one.
struct OtherUser {
    let number: UInt32
    /// The numbers of the groups that the user is in; the first is its own.
    let groups: String

    private static let setpriv = "/usr/bin/setpriv"
    private static let bubblewrap = "/usr/bin/bwrap"

    /// What makes a program that of the user.
    var words: [String] {
        [Self.setpriv, "--reuid=\(number)", "--regid=\(number)", "--groups=\(groups)"]
    }

    /// A sandbox with everything, in namespaces of its own.
    static let sandbox = [
        bubblewrap, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-pid", "--unshare-user",
    ]

    static var canRun: Bool {
        guard let program = try? BuiltProgram.path(of: "hearth") else { return false }
        return FileManager.default.isExecutableFile(atPath: setpriv)
            && UserGroup.closedFolders(above: program, to: .max).isEmpty
    }

    /// Containers may not allow it.
    static var canRunSandbox: Bool {
        guard canRun, FileManager.default.isExecutableFile(atPath: bubblewrap) else { return false }
        let words = OtherUser(number: 54_001, groups: "54001").words + sandbox + ["/bin/true"]
        let launch = ChildProcess.Launch(arguments: Array(words.dropFirst()))
        return (try? ChildProcess.run(words[0], launch)) == .code(0)
    }

    /// Runs `hearth` with a socket. `wrapper`: the words of a program that runs it.
    func run(
        _ arguments: [String],
        in folder: ServerFolder,
        socket: String,
        through wrapper: [String] = []
    ) throws -> HearthTool {
        let all = words + wrapper + [try BuiltProgram.path(of: "hearth")] + arguments
        return try HearthTool(
            Array(all.dropFirst()),
            in: folder,
            environment: ["HEARTH_SOCKET": socket],
            program: all[0]
        )
    }
}
