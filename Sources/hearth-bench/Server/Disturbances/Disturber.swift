import HearthSocket
import HearthSystem

/// Disturbs a server from a separate process, as another app would: this program, with its own arguments.
final class Disturber {
    static let argument = "disturber"

    /// Closing it tells the process to stop.
    private let control: Int32
    private let process: ChildProcess

    /// Returns when the server begins to feel it.
    init(_ disturbance: Disturbance, at socket: String, pings: Int, isBare: Bool = false) throws {
        let (control, other) = try UnixSocket.pair()
        self.control = control
        do {
            // Once it has ended, the other end is closed.
            defer { close(other) }
            process = try ChildProcess(
                ChildProcess.ownProgram(),
                [Disturber.argument, disturbance.rawValue, socket, "\(pings)", isBare ? "bare" : "served", "\(other)"],
                inheriting: [other]
            )
        }
        var buffer = Disturber.begun
        guard BareSocket.read(control, &buffer, buffer.count) else {
            close(control)
            process.waitForEnd()
            throw BenchmarkError("one who was to disturb the server has not begun")
        }
    }

    /// Does something during the disturbance, tells it to stop, and does something else before it has ended.
    func disturb(_ body: () throws -> Void, afterwards: () throws -> Void = {}) throws {
        let during = Result(catching: body)
        close(control)
        let after = Result(catching: afterwards)
        let hasSucceeded = process.waitForEnd()
        // Their own errors say more.
        try during.get()
        try after.get()
        guard hasSucceeded else { throw BenchmarkError("one who was to disturb the server has failed") }
    }

    private static let begun: [UInt8] = [1]
    private static let timeout: UInt32 = 10

    /// The work of the process, from the words after its argument.
    static func run(_ words: [String]) throws {
        guard words.count == 5, let disturbance = Disturbance(rawValue: words[0]), let pings = Int(words[2]),
            let control = Int32(words[4])
        else { throw BenchmarkError("one who disturbs does not know what to do") }
        let signals = ThreadSignals()
        let thread = SideThread(signals) {
            try disturbance.work(words[1], pings: pings, isBare: words[3] == "bare", signals)
        }
        thread.beside {
            var buffer = begun
            // Nothing is ever read: this waits for the end.
            _ = BareSocket.write(control, begun) && BareSocket.read(control, &buffer, buffer.count)
            // The time after which missing answers are not waited for.
            signal(SIGALRM) { _ in _exit(0) }
            alarm(timeout)
        }
        try thread.join()
    }
}
