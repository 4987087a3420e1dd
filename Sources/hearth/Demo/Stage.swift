import HearthSystem

/// Where the apps of the demo appear: one terminal, with each line under the name of the app that says it.
final class Stage: Sendable {
    /// The apps.
    enum Actor: String, CaseIterable, Sendable {
        case recorder = "Runner"
        case monitor = "Pulse"
        case list = "Diary"

        /// How the app identifies itself to the store.
        var appIdentifier: String { "org.hearth.demo.\(rawValue.lowercased())" }

        fileprivate var colour: Colour {
            switch self {
            case .recorder: .green
            case .monitor: .magenta
            case .list: .cyan
            }
        }
    }

    private let inColours: Bool
    /// Between two steps of the recorder; nil: none.
    private let pause: Duration?
    /// A line is printed as a whole, whichever app is first.
    private let lock = Guarded<Void>(())

    init(inColours: Bool, pause: Duration?) {
        self.inColours = inColours
        self.pause = pause
    }

    func say(_ text: String, as actor: Actor) throws {
        let label = actor.rawValue.padded(to: 8)
        try lock.withLock { _ in
            var output = Output()
            try output.print(text, after: inColours ? actor.colour.of(label) : label)
            try output.flush()
        }
    }

    func print(_ line: String) throws {
        try lock.withLock { _ in try Output.print(line) }
    }

    /// As long as people need to see what happened.
    func pause(_ count: Int = 1) async throws {
        guard let pause else { return try Task.checkCancellation() }
        try await Task.sleep(for: pause * count)
    }
}
