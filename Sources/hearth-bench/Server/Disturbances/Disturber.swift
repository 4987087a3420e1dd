import HearthSocket
import HearthSystem

/// One who disturbs a server, in a process of its own, as other apps are: this program, with arguments of its own.
final class Disturber {
    static let argument = "disturber"

    /// Its end tells the process to stop.
    private let control: Int32
    private let process: ChildProcess

    /// Returns when the server begins to feel it.
    init(_ disturbance: Disturbance, at socket: String, pings: Int, isBare: Bool = false) throws {
        let (control, other) = try UnixSocket.pair()
        self.control = control
        do {
            // Once it has ended, nobody has the other end.
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

    /// Does something while it disturbs, tells it to stop, and does something else before it is gone.
    func disturb(_ body: () throws -> Void, afterwards: () throws -> Void = {}) throws {
        let during = Result(catching: body)
        close(control)
        let after = Result(catching: afterwards)
        let hasSucceeded = process.waitForEnd()
        // What these have failed with says more.
        try during.get()
        try after.get()
        guard hasSucceeded else { throw BenchmarkError("one who was to disturb the server has failed") }
    }

    private static let begun: [UInt8] = [1]
    private static let patience: UInt32 = 10

    /// What the process does, by the words after its argument.
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
            // What the server does not answer by then is not waited for.
            signal(SIGALRM) { _ in _exit(0) }
            alarm(patience)
        }
        try thread.join()
    }
}
