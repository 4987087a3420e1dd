internal import HearthModel

/// The pauses of a workout: those that the person made and those that the device noticed, as one where they overlap.
struct PausedTime {
    /// Ascending and apart.
    private var pauses: [Range<Timestamp>] = []

    /// The pauses that events tell of, which are in order, until a moment: a pause that nothing ends lasts until then.
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

    /// The seconds from a moment to another without the pauses between them; none when the second is the earlier.
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
