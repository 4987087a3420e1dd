import Foundation
import HearthModel
import HearthSystem
import HearthWire

/// The lines of a trace: several connections at once, each frame with its fields in one piece.
final class TraceOutput: Sendable {
    private let showsValues: Bool
    private let isBrief: Bool
    private let dates = DateText(zone: .current)
    private let printing = Guarded(false)
    /// Called when the reader of the trace has ended.
    private let readerIsGone: @Sendable () -> Void

    init(showingValues showsValues: Bool, isBrief: Bool, readerIsGone: @escaping @Sendable () -> Void) {
        self.showsValues = showsValues
        self.isBrief = isBrief
        self.readerIsGone = readerIsGone
    }

    /// A frame of a connection.
    func print(_ body: [UInt8], from sender: FrameSender, on connection: Int) {
        let text = FrameText(body, from: sender, showingValues: showsValues)
        print(text.title, on: connection, below: isBrief ? [] : text.lines)
    }

    /// Something else that has happened on a connection.
    func print(_ event: String, on connection: Int, below lines: [String] = []) {
        let title = "\(dates.clock(TraceOutput.now)) \(connection) \(event)"
        printing.withLock { isOver in
            guard !isOver else { return }
            do {
                var output = Output()
                try output.print(title)
                for line in lines {
                    try output.print("    \(line)")
                }
                try output.flush()
            } catch {
                isOver = true
                readerIsGone()
            }
        }
    }

    private static var now: Timestamp {
        Timestamp(nearestValid: Date())
    }
}
