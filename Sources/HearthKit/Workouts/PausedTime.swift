internal import HearthModel

/// The pauses of a workout, manual or detected by the device. Overlapping pauses are merged.
struct PausedTime {
    /// Ascending and apart.
    private var pauses: [Range<Timestamp>] = []

    /// The pauses in events, which must be in order, up to a moment. A pause without an end lasts until then.
    init(_ events: [WorkoutEvent], until end: Timestamp) {
        var kinds: Set<WorkoutEventType> = []
        var start: Timestamp?
        for event in events where event.start < end {
            switch event.type {
            case .pause, .motionPaused: kinds.insert(event.type)
            case .resume: kinds.remove(.pause)
            case .motionResumed: kinds.remove(.motionPaused)
            default: continue
            }
            if let pause = start, kinds.isEmpty {
                pauses.append(pause..<event.start)
                start = nil
            } else if start == nil, !kinds.isEmpty {
                start = event.start
            }
        }
        if let start {
            pauses.append(start..<end)
        }
    }

    /// Whether a moment is in a pause.
    func contains(_ time: Timestamp) -> Bool { pauses.contains { $0.contains(time) } }

    /// The seconds between two moments without the pauses in between; 0 if the second is earlier.
    func activeSeconds(from start: Timestamp, to end: Timestamp) -> Double {
        guard start < end else { return 0 }
        // In whole nanoseconds, so that the pauses add up exactly.
        let paused = pauses.reduce(Int64(0)) { sum, pause in
            let inside = pause.clamped(to: start..<end)
            return sum + (inside.upperBound.nanoseconds - inside.lowerBound.nanoseconds)
        }
        return Double(end.nanoseconds &- start.nanoseconds &- paused) / 1e9
    }
}
