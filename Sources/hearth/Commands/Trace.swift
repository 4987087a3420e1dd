import HearthModel
import HearthSocket
import HearthSystem

/// `hearth trace`.
enum Trace: Command {
    static let name = "trace"
    static let summary = "print the frames between apps and the server"
    static let flags = ["--brief", "--values"]
    static let values = ["--listen", "--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Listens on a second socket, forwards frames between apps and the server, and prints each frame with the time
        at which it passed, until it is stopped (Ctrl-C).

        usage: hearth trace [--listen PATH] [--socket PATH] [--brief] [--values]

        options:
          --listen PATH  the socket of the trace, in a folder that only this user can enter; default: the path of
                         the server's socket with '.trace' added
          --socket PATH  the server's socket; default: as for 'hearth serve'
          --brief        one line for each frame, without its fields
          --values       also print values and times of samples, metadata, locations and characteristics, which
                         are hidden by default

        To trace an app, start it with HEARTH_SOCKET set to the socket of the trace. A line has the time, the number of
        the connection and the sender, 'C' for the client and 'S' for the server. A frame is forwarded after its line
        is printed: a reader that stops reading the trace stops the apps. See also 'hearth decode'.
        """

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        let server = try ServerPaths(named: given["--socket"], environment: Terminal.environment).connect()
        close(server.descriptor)
        let serverPath = server.path
        let path = given["--listen"] ?? serverPath + ".trace"
        guard path != serverPath else { throw given.usageError("--listen and --socket name the same socket.") }
        // Signals are blocked before the proxy creates its socket, so that it can always remove it.
        try Interruption.wait {
            let proxy = try TraceProxy(at: path, serverPath: serverPath)
            let output = TraceOutput(
                showingValues: given.has("--values"),
                isBrief: given.has("--brief"),
                readerIsGone: { proxy.end() }
            )
            Terminal.printError("Tracing \(serverPath). Start apps with HEARTH_SOCKET=\(path). Ctrl-C ends it.")
            await withTaskCancellationHandler {
                await withCheckedContinuation { ended in
                    _ = BackgroundThread {
                        proxy.run(output)
                        ended.resume()
                    }
                }
            } onCancel: {
                proxy.end()
            }
        }
    }
}
