import CLibUV
import HearthSystem

/// A program that the server runs. Leads a group of its own, so that a signal to the server's terminal is none to it, and
/// one to it reaches whatever it has started. What it prints goes where the server's log goes.
///
/// Unsafe pointers: libuv takes texts and lists of them by their addresses.
final class ChildProcess: LoopHandle<uv_process_t> {
    private let ended: () -> Void

    /// Starts a program; throws what the system says when it cannot.
    init(
        _ loop: EventLoop,
        _ command: [String],
        environment: [String: String],
        folder: String,
        ended: @escaping () -> Void
    ) throws(StartError) {
        self.ended = ended
        super.init(loop)
        let code = spawn(loop, command, environment.map { "\($0)=\($1)" }, folder)
        // Also one that was not started is to be closed.
        attach()
        if code != 0 {
            close()
            throw StartError("\(command.first ?? ""): \(EventLoop.name(of: code))")
        }
    }

    var number: Int32 { pointer.pointee.pid }

    /// Sends a signal to the program and to whatever it has started.
    func signal(_ signal: Int32) {
        _ = kill(-number, signal)
    }

    private func spawn(_ loop: EventLoop, _ command: [String], _ environment: [String], _ folder: String) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) }
        defer {
            for text in arguments + variables {
                free(text)
            }
        }
        let own = arguments
        let ownVariables = variables
        arguments = own + [nil]
        variables = ownVariables + [nil]
        var streams = [uv_stdio_container_t](repeating: uv_stdio_container_t(), count: 3)
        streams[0].flags = UV_IGNORE
        for index in 1...2 {
            streams[index].flags = UV_INHERIT_FD
            streams[index].data.fd = STDERR_FILENO
        }
        return arguments.withUnsafeMutableBufferPointer { arguments in
            variables.withUnsafeMutableBufferPointer { variables in
                streams.withUnsafeMutableBufferPointer { streams in
                    folder.withCString { folder in
                        var options = uv_process_options_t()
                        options.file = UnsafePointer(arguments[0])
                        options.args = arguments.baseAddress
                        options.env = variables.baseAddress
                        options.cwd = folder
                        options.flags = UV_PROCESS_DETACHED.rawValue
                        options.stdio_count = 3
                        options.stdio = streams.baseAddress
                        options.exit_cb = { pointer, _, _ in ChildProcess.called(pointer)?.hasEnded() }
                        return uv_spawn(loop.pointer, pointer, &options)
                    }
                }
            }
        }
    }

    private func hasEnded() {
        close()
        ended()
    }
}
