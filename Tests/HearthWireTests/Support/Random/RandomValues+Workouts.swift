import HearthModel

extension RandomValues {
    mutating func workouts(_ span: Span, _ purpose: Purpose) throws -> WorkoutColumns {
        let hasDetails = !chance(oneIn: 4)
        return WorkoutColumns(
            activityTypes: array(span.rows) { $0.activityType(purpose) },
            durations: emptyOr(span.rows) { $0.amount() },
            details: try (0..<(hasDetails ? span.rows : 0)).map { try workoutDetail(span.range($0), purpose) }
        )
    }

    private mutating func activityType(_ purpose: Purpose) -> WorkoutActivityType {
        if purpose == .reply && chance(oneIn: 4) {
            return WorkoutActivityType(rawValue: unsigned32())
        }
        return pick(WorkoutActivityType.all)
    }

    private mutating func workoutDetail(
        _ range: ClosedRange<Timestamp>,
        _ purpose: Purpose
    ) throws -> WorkoutDetail {
        WorkoutDetail(
            totalEnergyBurned: maybe { $0.amount() },
            totalDistance: maybe { $0.amount() },
            totalSwimmingStrokeCount: maybe { $0.amount() },
            totalFlightsClimbed: maybe { $0.amount() },
            events: try workoutEvents(range, purpose),
            activities: try array(count(0...2)) { try $0.workoutActivity(purpose) },
            statistics: workoutStatistics()
        )
    }

    // MARK: - Events

    private mutating func workoutEvents(
        _ range: ClosedRange<Timestamp>,
        _ purpose: Purpose
    ) throws -> [WorkoutEvent] {
        let starts = array(count(0...5)) { $0.time(in: range) }.sorted()
        var events: [WorkoutEvent] = []
        for start in starts {
            let type = workoutEventType(isFirst: events.isEmpty, purpose)
            let canLast = type == .lap || type == .segment
            events.append(
                WorkoutEvent(
                    type: type,
                    start: start,
                    end: canLast ? time(in: start...range.upperBound) : start,
                    metadata: try metadata()
                )
            )
        }
        return events
    }

    private mutating func workoutEventType(isFirst: Bool, _ purpose: Purpose) -> WorkoutEventType {
        if purpose == .reply && chance(oneIn: 4) {
            return WorkoutEventType(rawValue: pick([9, 300, .max]))
        }
        let numbers: [UInt32] = isFirst && purpose == .saving ? [1, 3, 4, 5, 7, 8] : [1, 2, 3, 4, 5, 6, 7, 8]
        return WorkoutEventType(rawValue: pick(numbers))
    }

    // MARK: - Activities

    private mutating func workoutActivity(_ purpose: Purpose) throws -> WorkoutActivity {
        let start = time()
        let isKnown = purpose == .saving || !chance(oneIn: 4)
        return WorkoutActivity(
            id: id(),
            activityType: activityType(purpose),
            location: WorkoutLocation(rawValue: isKnown ? pick([0, 2, 3]) : pick([1, 4, .max])),
            swimmingLocation: SwimmingLocation(rawValue: isKnown ? pick([0, 1, 2]) : pick([3, .max])),
            lapLength: maybe { $0.pick([25, 50, .leastNonzeroMagnitude, .greatestFiniteMagnitude]) },
            start: start,
            end: maybe { $0.time(in: start...Self.last) },
            duration: singular(amount()),
            metadata: try metadata(),
            statistics: workoutStatistics()
        )
    }

    // MARK: - Statistics

    private mutating func workoutStatistics() -> [WorkoutStatistics] {
        var statistics: [WorkoutStatistics] = []
        for _ in 0..<count(0...2) {
            let type = pick(Self.quantityTypes)
            guard !statistics.contains(where: { $0.type == type }) else { continue }
            statistics.append(workoutStatistics(of: type))
        }
        return statistics
    }

    private mutating func workoutStatistics(of type: ObjectType) -> WorkoutStatistics {
        let start = time()
        let minimum = maybe { $0.number() }
        let maximum = maybe { $0.number() }
        return WorkoutStatistics(
            type: type,
            start: start,
            end: time(in: start...Self.last),
            sum: maybe { $0.number() },
            average: maybe { $0.number() },
            minimum: minimum,
            maximum: maximum.map { max($0, minimum ?? $0) },
            mostRecent: maybe {
                let start = $0.time()
                let end = $0.time(in: start...Self.last)
                return WorkoutStatistics.MostRecent(value: $0.singular($0.number()), start: start, end: end)
            }
        )
    }
}
