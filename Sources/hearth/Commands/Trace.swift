import HearthModel
import HearthSocket
import HearthThreads

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `hearth trace`.
enum Trace: Command {
    static let name = "trace"
    static let summary = "print the frames between apps and the server"
    static let flags = ["--brief", "--values"]
    static let values = ["--listen", "--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Listens in front of the server, passes on what apps and server send, and prints each frame with the time at
        which it passed, until it is stopped (Ctrl-C). Only apps that are told so connect to it.

        usage: hearth trace [--listen PATH] [--socket PATH] [--brief] [--values]

        options:
          --listen PATH  where to listen, in a folder of this user alone; else the server's socket with '.trace' added
          --socket PATH  where the server listens; else as for 'hearth serve'
          --brief        only a line for each frame, without its fields
          --values       also values and times of samples, metadata, locations, characteristics and the like, which
                         are hidden without it

        An app is traced when it is started with HEARTH_SOCKET set to where the trace listens. A line has the time, the
        number of the connection, and who sends: 'C' is the client, 'S' the server. Nothing passes before its line is
        printed, so that who stops reading the trace stops the apps. See also 'hearth decode'.
        """

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        let server = try ServerPlaces(named: given["--socket"], environment: Terminal.environment).connect()
        close(server.descriptor)
        let serverPath = server.path
        let path = given["--listen"] ?? serverPath + ".trace"
        guard path != serverPath else { throw given.usageError("--listen and --socket are the same.") }
        // After the signals are blocked: the proxy removes its socket in the end.
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
