import Foundation
import HearthSystem
import HearthTestSupport

/// What `hearth-background-app` says, in whichever process it runs: the lines of a named pipe in a server's folder.
final class BackgroundAppReports {
    private let folder: ServerFolder
    private let pipe: Int32
    private var text = ""

    init(in folder: ServerFolder) throws {
        self.folder = folder
        let path = folder.file("reports")
        guard mkfifo(path, 0o600) == 0 else { throw Unexpected.failed("mkfifo", errno) }
        // Open for writing as well, so that it does not end when an app does.
        pipe = open(path, O_RDWR | O_CLOEXEC)
        guard pipe >= 0 else { throw Unexpected.failed("open", errno) }
    }

    deinit {
        close(pipe)
    }

    /// Lets the app register itself with what it does when it is started.
    func register(_ behaviour: String, as app: String) throws {
        let exit = try ChildProcess.run(
            BuiltProgram.path(of: "hearth-background-app"),
            ChildProcess.Launch(
                arguments: ["register", behaviour, folder.file("reports")],
                environment: HearthTool.environment(in: folder).merging(["HEARTH_APP_ID": app]) { $1 },
                errors: folder.file("log")
            )
        )
        guard exit == .code(0) else { throw Unexpected("the app cannot register: \(folder.text(of: "log"))") }
    }

    /// Whether the app has said nothing since the last line.
    var isEmpty: Bool { text.isEmpty && Waiting.untilReadable([pipe], seconds: 0).isEmpty }

    /// The next line.
    func next() throws -> String {
        while true {
            if let end = text.firstIndex(of: "\n") {
                defer { text.removeSubrange(...end) }
                return String(text[..<end])
            }
            guard !Waiting.untilReadable([pipe], seconds: Waiting.secondsMax).isEmpty else {
                throw Unexpected("the app says nothing; the server says: \(folder.text(of: "log"))")
            }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = read(pipe, &bytes, bytes.count)
            text += String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        }
    }
}
