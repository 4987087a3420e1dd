import HearthSystem

/// Ends the processes of an app some seconds after the server has ended, whether it stopped, crashed or was killed: without
/// the server, nothing else limits their time.
///
/// A shell waits for the end of a pipe that only the server has open. The system closes the pipe with the server.
final class AppGuard {
    private let process: ChildProcess
    private let pipe: DescriptorPipe

    /// Nil: the system has no room for it.
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
        self.pipe = pipe
    }

    /// The app has ended.
    func close() {
        if process.isRunning {
            process.signal(SIGKILL)
        }
        closeDescriptor(pipe.writeEnd)
    }

    /// The server ends before the app.
    func release() {
        closeDescriptor(pipe.writeEnd)
        process.close()
    }
}
