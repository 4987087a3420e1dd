import HearthServer
import HearthStore
import HearthTestSupport

/// The threads that read for the server: each step runs, and is taken back, when the scheduler says so, in any order.
struct SimulatedReaders {
    private let runner: ReadRunner
    private var waiting: [Read] = []
    private var finished: [Read] = []

    private static let threads = 3

    init(_ writer: StoreWriter) throws {
        runner = ReadRunner(try writer.makeReader())
    }

    var isEmpty: Bool { waiting.isEmpty && finished.isEmpty }

    /// Hands over a step, runs one, or takes one back.
    mutating func proceed(_ core: Server, _ random: inout SeededGenerator) {
        if waiting.count + finished.count < SimulatedReaders.threads, random.chance(50), let read = core.takeRead() {
            waiting.append(read)
        } else if !waiting.isEmpty, finished.isEmpty || random.chance(50) {
            let read = waiting.remove(at: random.below(waiting.count))
            runner.run(read)
            finished.append(read)
        } else if !finished.isEmpty {
            core.finishRead(finished.remove(at: random.below(finished.count)))
        }
    }

    /// Finishes all steps that are ready. Whether there was one.
    mutating func finish(_ core: Server) -> Bool {
        var hasRead = false
        for read in finished {
            core.finishRead(read)
            hasRead = true
        }
        for read in waiting {
            runner.run(read)
            core.finishRead(read)
            hasRead = true
        }
        (waiting, finished) = ([], [])
        return core.runRead(with: runner) || hasRead
    }
}
