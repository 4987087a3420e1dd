import HearthKit
import HearthModel

/// `hearth demo`.
enum Demo: Command {
    static let name = "demo"
    static let summary = "show three apps that share a store"
    static let flags = ["--fast"]
    static let values = ["--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Shows three small apps on one store: Runner records a run, Pulse shows heart rates as they are saved, and Diary
        keeps a list of workouts. Each has its own connection, and they share data only through the store.

        usage: hearth demo [--fast] [--socket PATH]

        options:
          --fast         run without pauses; with them it takes about 12 seconds
          --socket PATH  use the store of the server at this socket, and delete the demo's samples at the end;
                         default: a temporary store

        The apps are written with HearthKit as they would be with HealthKit: see Sources/hearth/Demo.

        The demo is your own hearth: decisions about its apps, such as 'hearth deny org.hearth.demo.pulse heartRate', do
        not limit it. 'hearth access' counts what it reads and saves as that of the apps.
        """

    static func run(_ given: GivenOptions) throws {
        Terminal.outliveReaders()
        let stage = Stage(
            inColours: Terminal.hasColours,
            pause: given.has("--fast") ? nil : .milliseconds(420)
        )
        try Interruption.wait {
            let store = try DemoStore(socketPath: given["--socket"])
            defer { store.end() }
            try await play(on: store, stage)
        }
    }

    private static func play(on store: DemoStore, _ stage: Stage) async throws {
        let run = SimulatedRun()
        let recorder = RunRecorder(store: store.store(of: .recorder), run: run, stage: stage)
        let monitor = HeartRateMonitor(store: store.store(of: .monitor), run: run, stage: stage)
        let list = WorkoutList(store: store.store(of: .list), run: run, stage: stage)
        try stage.print("Three apps, one store. Ctrl-C ends it.\n")
        do {
            try await play(recorder, monitor, list)
            try stage.print("")
            for line in try await list.summary() {
                try stage.print(line)
            }
        } catch {
            // The server's store gets its old state back, also after Ctrl-C and when the reader of the output has ended.
            if !store.isPrivate {
                _ = try? await Task { try await recorder.deleteEverything() }.value
            }
            throw error
        }
        guard !store.isPrivate else { return try stage.print("The temporary store was removed.") }
        try stage.print("Deleted the demo's \(try await recorder.deleteEverything().counted("object")).")
    }

    private static func play(_ recorder: RunRecorder, _ monitor: HeartRateMonitor, _ list: WorkoutList) async throws {
        let mistake = try await recorder.saveMistake()
        try await withThrowingTaskGroup { group in
            group.addTask { try await monitor.show(SimulatedRun.minutes) }
            // Until the run is listed and the mistake is deleted.
            group.addTask { try await list.follow { $0.map(\.workoutActivityType) == [.running] } }
            group.addTask {
                try await recorder.record()
                try await recorder.delete(mistake)
            }
            // The first failure cancels the others; `waitForAll` would wait for them.
            for try await _ in group {}
        }
    }
}
