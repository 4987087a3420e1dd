import Foundation

/// Collects the points of one workout, and builds the workout when its sport is known.
struct WorkoutRecording {
    /// More than three weeks at one point a second. The columns of that many points take a third of a gigabyte.
    static let maxPoints = 2_000_000
    static let maxLaps = 10_000
    static let maxPauses = 100_000

    private(set) var points = 0
    /// The first point in the order of the file.
    private(set) var firstPoint: RecordedPoint?
    private(set) var firstTime: Date?
    private(set) var lastTime: Date?
    private var isUnordered = false
    private var isSorted = false
    private var locations = LocationColumns()
    private var measures = RecordedMeasures()
    private var pauseFinder = PauseFinder()
    private var routeMetres = 0.0

    /// The recording stops after the last point, and continues with the next one.
    mutating func interrupt() {
        pauseFinder.interrupt()
    }

    /// Adds a point with a time.
    mutating func append(_ point: RecordedPoint, at offset: @autoclosure () -> Int) throws(FormatError) {
        guard let time = point.time else { return }
        points += 1
        guard points <= Self.maxPoints, pauseFinder.pauses.count <= Self.maxPauses else {
            throw FormatError(.tooLarge, at: offset())
        }
        firstPoint = firstPoint ?? point
        isUnordered = isUnordered || lastTime.map { time < $0 } == true
        firstTime = min(firstTime ?? time, time)
        lastTime = max(lastTime ?? time, time)
        if let location = point.location {
            locations.append(location)
        }
        measures.append(point, at: time)
        routeMetres += pauseFinder.append(point) ?? 0
    }

    /// Sorts the points by time.
    mutating func sort() {
        guard isUnordered, !isSorted else { return }
        isSorted = true
        locations.sort()
        measures.sort()
    }

    /// When the first point at a time or later was recorded, of a recording that is sorted.
    func firstTime(from start: Date) -> Date? {
        ([locations.times] + measures.times).compactMap { times in
            let rows = rowsOfSorted(times, from: start, to: .distantFuture)
            return rows.isEmpty ? nil : times[rows.lowerBound]
        }
        .min()
    }

    /// The points from `start` to before `end`, for a recording of several workouts that is sorted.
    func part(from start: Date, to end: Date) -> WorkoutRecording {
        var part = WorkoutRecording()
        part.isUnordered = isUnordered
        part.isSorted = true
        part.locations = locations.part(from: start, to: end)
        part.measures = measures.part(from: start, to: end)
        part.firstTime = firstTime.flatMap { max($0, start) < end ? max($0, start) : nil }
        part.lastTime = part.firstTime == nil ? nil : lastTime.map { min($0, end) }
        part.findPauses()
        return part
    }

    /// Infers pauses and the length of the route from what is recorded.
    private mutating func findPauses() {
        for location in locations {
            routeMetres += pauseFinder.append(RecordedPoint(location)) ?? 0
        }
        guard locations.isEmpty else { return }
        for (time, metres) in measures.countedDistances {
            _ = pauseFinder.append(RecordedPoint(at: time, distance: metres))
        }
    }

    /// The workout; nil if the file does not date it.
    consuming func workout(_ details: WorkoutDetails, _ notices: inout NoticeList, at offset: Int) -> RecordedWorkout? {
        guard let start = [details.start, firstTime].compactMap(\.self).min(),
            let end = [details.end, lastTime].compactMap(\.self).max()
        else { return nil }
        if isUnordered {
            notices.add(.unordered, details.subject, at: offset)
            sort()
        }
        var workout = RecordedWorkout(sport: details.sport, start: start, end: max(start, end))
        workout.name = details.name
        workout.device = details.device
        workout.origin = details.origin
        workout.part = details.part
        workout.laps = details.laps.sorted { $0.interval.start < $1.interval.start }
        workout.pauses = Self.apart(details.pauses ?? pauseFinder.pauses, within: start...max(start, end))
        workout.quantities = measures.columns(
            of: SportMeasures(details.measuredSport.activityType),
            start: max(start, details.countedFrom ?? start),
            pauses: workout.pauses
        ) { measure in
            notices.add(.unsupported, "\(details.subject).\(measure)", at: offset)
        }
        workout.totals = details.totals
        if workout.totals.distance == nil {
            workout.totals.distance = measures.lastDistance
        }
        if workout.totals.distance == nil, locations.count > 1 {
            workout.totals.distance = routeMetres
            workout.totals.isDistanceOfRoute = true
        }
        workout.locations = locations
        return workout
    }

    /// The parts of the pauses that are within the workout and not in an earlier one.
    static func apart(_ pauses: [DateInterval], within bounds: ClosedRange<Date>) -> [DateInterval] {
        var result: [DateInterval] = []
        for pause in pauses.sorted(by: { $0.start < $1.start }) {
            let start = max(pause.start, bounds.lowerBound, result.last?.end ?? bounds.lowerBound)
            let end = min(pause.end, bounds.upperBound)
            if start < end {
                result.append(DateInterval(start: start, end: end))
            }
        }
        return result
    }
}
