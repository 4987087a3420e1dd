import HearthKit

/// `hearth demo`.
enum Demo: Command {
    static let name = "demo"
    static let summary = "show three apps that share a store"
    static let flags = ["--fast"]
    static let values = ["--socket"]
    static let operands = ClosedRange.none

    static let help = """
        Shows three small apps on one store: Runner records a run, Pulse shows heart rates as they are saved, and Diary
        keeps a list of workouts. Each has a connection of its own, and knows of the others only what is stored.

        usage: hearth demo [--fast] [--socket PATH]

        options:
          --fast         as fast as it goes; else it takes about 12 seconds
          --socket PATH  the store of the server that listens there, from which what the demo has saved is deleted
                         again; else a store of its own, which is gone in the end

        The apps are written with HearthKit as they would be with HealthKit: see Sources/hearth/Demo.
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
            // Also after Ctrl-C, and when nobody reads any more, a store that is not the demo's own is left as it was.
            if !store.isPrivate {
                _ = try? await Task { try await recorder.deleteEverything() }.value
            }
            throw error
        }
        guard !store.isPrivate else { return try stage.print("The store of the demo is gone.") }
        try stage.print("Deleted again: \(try await recorder.deleteEverything().counted("object")).")
    }

    private static func play(_ recorder: RunRecorder, _ monitor: HeartRateMonitor, _ list: WorkoutList) async throws {
        let mistake = try await recorder.saveMistake()
        try await withThrowingTaskGroup { group in
            group.addTask { try await monitor.show(SimulatedRun.minutes) }
            // The run comes, and the mistake goes.
            group.addTask { try await list.follow { $0.map(\.workoutActivityType) == [.running] } }
            group.addTask {
                try await recorder.record()
                try await recorder.delete(mistake)
            }
            // The first that fails ends the others, which `waitForAll` would not.
            for try await _ in group {}
        }
    }
}
