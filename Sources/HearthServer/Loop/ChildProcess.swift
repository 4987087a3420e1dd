import CLibUV
import HearthSystem

/// A program that the server runs. It leads a group of its own, so that a signal to the server's terminal does not reach
/// it, and a signal to it reaches whatever it has started.
///
/// Unsafe pointers: libuv takes texts and lists of them by their addresses.
final class ChildProcess: LoopHandle<uv_process_t> {
    private let ended: () -> Void
    /// The number of the process, and of the group that it leads.
    private(set) var number: Int32 = 0
    private(set) var isRunning = false

    /// Starts a program; throws what the system says when it cannot.
    ///
    /// - Parameters:
    ///   - input: Where it reads from; nil: nothing.
    ///   - output: Where it prints to: standard error by default.
    init(
        _ loop: EventLoop,
        _ command: [String],
        environment: [String: String],
        folder: String,
        input: Int32? = nil,
        output: Int32 = STDERR_FILENO,
        ended: @escaping () -> Void = {}
    ) throws(SystemError) {
        self.ended = ended
        super.init(loop)
        let code = spawn(loop, command, environment.map { "\($0)=\($1)" }, folder, input, output)
        // Also one that was not started is to be closed.
        attach()
        guard code == 0 else {
            close()
            throw SystemError("\(command.first ?? ""): \(EventLoop.name(of: code))", number: -code)
        }
        number = pointer.pointee.pid
        isRunning = true
    }

    /// Sends a signal to the program and to whatever it has started.
    func signal(_ signal: Int32) {
        _ = kill(-number, signal)
    }

    private func spawn(
        _ loop: EventLoop,
        _ command: [String],
        _ environment: [String],
        _ folder: String,
        _ input: Int32?,
        _ output: Int32
    ) -> Int32 {
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
        for (index, descriptor) in [input, output, output].enumerated() {
            guard let descriptor else { continue }
            streams[index].flags = UV_INHERIT_FD
            streams[index].data.fd = descriptor
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
        isRunning = false
        close()
        ended()
    }
}
