import HearthModel
import HearthSystem

/// The exercise sessions of a database, with what the other records add to them.
struct HealthConnectSessions {
    /// What a quantity type sums up to in a session.
    struct Total {
        var sum = 0.0
        var count = 0.0
        var minimum = Double.infinity
        var maximum = -Double.infinity

        mutating func add(_ value: Double) {
            sum += value
            count += 1
            minimum = min(minimum, value)
            maximum = max(maximum, value)
        }
    }

    struct Session {
        let row: Int64
        let id: ObjectID
        let start: Timestamp
        let end: Timestamp
        let sport: RecordedSport
        let source: HealthSource
        let isManual: Bool
        let zone: Int64?
        let title: String?
        let notes: String?
        var totals: [ObjectType: Total] = [:]
        var ascent: Double?
        var pauses: [(start: Timestamp, end: Timestamp)] = []
        var laps: [(start: Timestamp, end: Timestamp)] = []
    }

    private static let most = 1_000_000

    /// By app and start.
    private(set) var all: [Session] = []
    private var indexOfRow: [Int64: Int] = [:]
    /// The indexes of an app's sessions in `all`.
    private var indexesOfOrigin: [Int: Range<Int>] = [:]
    private var parts = 0

    init(_ sessions: [Session]) throws(FormatError) {
        guard sessions.count <= Self.most else { throw FormatError(.tooManyRecords, at: 0) }
        all = sessions.sorted { ($0.source.origin, $0.start, $0.row) < ($1.source.origin, $1.start, $1.row) }
        for (index, session) in all.enumerated() {
            indexOfRow[session.row] = index
            indexesOfOrigin[session.source.origin] =
                (indexesOfOrigin[session.source.origin]?.lowerBound ?? index)..<(index + 1)
        }
    }

    /// The index of the session of the same app within whose time a record lies.
    func index(_ start: Timestamp, _ end: Timestamp, _ source: HealthSource) -> Int? {
        guard let range = indexesOfOrigin[source.origin] else { return nil }
        // The last session that begins no later.
        let index = range.partition { all[$0].start <= start } - 1
        return index >= range.lowerBound && end <= all[index].end ? index : nil
    }

    func index(row: Int64) -> Int? { indexOfRow[row] }

    mutating func add(_ value: Double, of type: ObjectType, at index: Int) {
        all[index].totals[type, default: Total()].add(value)
    }

    mutating func addAscent(_ metres: Double, at index: Int) {
        all[index].ascent = (all[index].ascent ?? 0) + metres
    }

    /// Adds a pause or a lap, which lies within its session. False: it does not.
    mutating func addPart(_ start: Timestamp, _ end: Timestamp, isPause: Bool, row: Int64) throws(FormatError)
        -> Bool
    {
        guard let index = indexOfRow[row], start >= all[index].start, start <= end, end <= all[index].end else {
            return false
        }
        parts += 1
        guard parts <= Self.most else { throw FormatError(.tooManyRecords, at: 0) }
        if isPause {
            all[index].pauses.append((start, end))
        } else {
            all[index].laps.append((start, end))
        }
        return true
    }
}

extension HealthConnectSessions.Session {
    /// What the workout says of itself.
    var detail: WorkoutDetail {
        var detail = WorkoutDetail()
        let statistics = totals.sorted { $0.key.index < $1.key.index }
        for (type, total) in statistics {
            detail.statistics.append(
                type.aggregation == .cumulative
                    ? WorkoutStatistics(type: type, start: start, end: end, sum: total.sum)
                    : WorkoutStatistics(
                        type: type,
                        start: start,
                        end: end,
                        average: total.sum / total.count,
                        minimum: total.minimum,
                        maximum: total.maximum
                    )
            )
            if type.shortName == "activeEnergyBurned" {
                detail.totalEnergyBurned = max(0, total.sum)
            } else if type.shortName.hasPrefix("distance") {
                detail.totalDistance = max(0, total.sum)
            } else if type.shortName == "flightsClimbed" {
                detail.totalFlightsClimbed = max(0, total.sum)
            }
        }
        detail.events =
            pauses.flatMap {
                [
                    WorkoutEvent(type: .pause, start: $0.start, end: $0.start),
                    WorkoutEvent(type: .resume, start: $0.end, end: $0.end),
                ]
            } + laps.map { WorkoutEvent(type: .lap, start: $0.start, end: $0.end) }
        detail.events = detail.events.enumerated()
            .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
        return detail
    }

    /// Seconds without pauses. Several pauses may overlap.
    var seconds: Double {
        var paused: Int64 = 0
        var last = start
        for pause in pauses.sorted(by: { $0.start < $1.start }) where pause.end > last {
            paused += pause.end.nanoseconds - max(pause.start, last).nanoseconds
            last = pause.end
        }
        return max(0, Double(end.nanoseconds - start.nanoseconds - paused) / 1e9)
    }
}
