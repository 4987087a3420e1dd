import HearthSystem

/// Ends the processes of an app some seconds after the server has ended, whether it stopped, crashed or was killed: without
/// the server, nothing else limits their time.
///
/// A shell waits for the end of a pipe that only the server has open. The system closes the pipe with the server.
final class AppGuard {
    private let process: ChildProcess
    /// The end that only the server has; nil: it is closed.
    private var pipe: Int32?

    /// Nil if the system has no room for it.
    init?(_ loop: EventLoop, ofGroup group: Int32, environment: [String: String]) {
        guard let pipe = DescriptorPipe() else { return nil }
        defer { closeDescriptor(pipe.readEnd) }
        let script = #"read -r _; kill -TERM "-$0"; sleep 5; kill -KILL "-$0""#
        let words = ["/bin/sh", "-c", script, String(group)]
        guard let process = try? ChildProcess(loop, words, environment: environment, folder: "/", input: pipe.readEnd)
        else {
            closeDescriptor(pipe.writeEnd)
            return nil
        }
        self.process = process
        self.pipe = pipe.writeEnd
    }

    var isRunning: Bool { process.isRunning }

    /// The app has ended.
    func close() {
        if isRunning {
            process.signal(SIGKILL)
        }
        closePipe()
    }

    /// The server ends before the app.
    func release() {
        closePipe()
        process.close()
    }

    /// Begins to end the app.
    func closePipe() {
        if let pipe {
            closeDescriptor(pipe)
        }
        pipe = nil
    }
}
