import Foundation

/// Infers the pauses of a recording that does not contain them: interruptions, and long gaps without movement.
struct PauseFinder {
    /// An interruption that is not longer than the time between two points does not count.
    private static let shortestInterruption: TimeInterval = 2
    /// Devices that record only changes leave gaps too, but shorter ones.
    private static let shortestGap: TimeInterval = 60
    /// Metres a second. Faster than that, the device was carried on without recording.
    private static let standstill = 0.5

    private(set) var pauses: [DateInterval] = []
    private var last: RecordedPoint?
    private var isInterrupted = false

    /// The recording stops after the last point.
    mutating func interrupt() {
        isInterrupted = true
    }

    /// Adds the distance of the point from the previous one, if the way between them belongs to the workout.
    mutating func append(_ point: RecordedPoint) -> Double? {
        defer {
            last = point
            isInterrupted = false
        }
        guard let last, let lastTime = last.time, let time = point.time else { return nil }
        let gap = time.timeIntervalSince(lastTime)
        let way = length(from: last, to: point)
        if isInterrupted {
            if gap >= Self.shortestInterruption {
                pauses.append(DateInterval(start: lastTime, end: time))
            }
            return nil
        }
        if gap >= Self.shortestGap, let way, way < gap * Self.standstill {
            pauses.append(DateInterval(start: lastTime, end: time))
        }
        return way
    }

    private func length(from first: RecordedPoint, to second: RecordedPoint) -> Double? {
        if let start = first.location, let end = second.location {
            return greatCircleMetres(start, end)
        }
        guard let start = first.distance, let end = second.distance else { return nil }
        return end - start
    }
}

/// The shortest distance on a sphere of the earth's mean radius.
func greatCircleMetres(_ start: RecordedLocation, _ end: RecordedLocation) -> Double {
    let radians = Double.pi / 180
    let north = sin((end.latitude - start.latitude) * radians / 2)
    let east = sin((end.longitude - start.longitude) * radians / 2)
    let chord = north * north + cos(start.latitude * radians) * cos(end.latitude * radians) * east * east
    return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
}
