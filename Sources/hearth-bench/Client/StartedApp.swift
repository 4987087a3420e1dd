import Foundation
import HearthKit

/// The app that a server launches: this program, with its own argument.
enum StartedApp {
    static let argument = "started-app"
    static let name = "org.hearth.bench.started"
    static let type = HKQuantityType(.heartRate)

    /// Nanoseconds on a clock that all processes share.
    static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }

    /// Reports when its handler was called, and ends.
    static func run() async {
        let socket = ProcessInfo.processInfo.environment["HEARTH_SOCKET"] ?? ""
        let query = HKObserverQuery(sampleType: type, predicate: nil) { _, completion, _ in
            let moment = now
            Moments.write(moment, beside: socket)
            completion()
            exit(0)
        }
        let store = HKHealthStore()
        store.execute(query)
        // The handler ends the program.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        withExtendedLifetime(store) {}
    }

    /// The times, in a named pipe next to the server's socket.
    final class Moments {
        private let pipe: Int32

        init(beside socket: String) throws {
            let path = Moments.path(beside: socket)
            guard mkfifo(path, 0o600) == 0 else { throw BenchmarkError("a named pipe cannot be made") }
            // Open for writing as well, so that it does not end with the first app.
            pipe = open(path, O_RDWR | O_CLOEXEC)
        }

        deinit {
            close(pipe)
        }

        private static func path(beside socket: String) -> String { socket + ".moments" }

        static func write(_ moment: Int64, beside socket: String) {
            let pipe = open(path(beside: socket), O_WRONLY | O_CLOEXEC)
            defer { close(pipe) }
            withUnsafeBytes(of: moment) { bytes in
                // Unsafe pointers: `write` takes the address of the number.
                _ = Foundation.write(pipe, bytes.baseAddress, bytes.count)
            }
        }

        /// The next one, when there is one.
        func next() throws -> Int64 {
            var moment: Int64 = 0
            // Unsafe pointers: `read` fills in the number.
            let count = withUnsafeMutableBytes(of: &moment) { read(pipe, $0.baseAddress, $0.count) }
            guard count == MemoryLayout<Int64>.size else { throw BenchmarkError("the app says nothing") }
            return moment
        }
    }
}
