import Foundation

/// Finds the quantities measured at a location. Locations must be passed in order of time.
struct GPXQuantities {
    struct Values {
        var heartRate: Double?
        var cadence: Double?
        var power: Double?
    }

    private var heartRates: Cursor
    private var cadences: Cursor
    private var steps: StepCursor
    private var powers: Cursor

    init(_ workout: RecordedWorkout) {
        func column(_ types: QuantityType...) -> Cursor {
            Cursor(column: types.lazy.compactMap { workout.quantities(of: $0.identifier) }.first)
        }
        heartRates = column(.heartRate)
        cadences = column(.cyclingCadence)
        powers = column(.cyclingPower, .runningPower)
        steps = StepCursor(column: workout.quantities(of: QuantityType.stepCount.identifier))
    }

    mutating func values(at time: Date) -> Values {
        Values(
            heartRate: heartRates.value(at: time),
            cadence: cadences.value(at: time) ?? steps.cadence(at: time),
            power: powers.value(at: time)
        )
    }

    /// Finds the cadence from which steps were counted: in strides a minute, for the time before it.
    private struct StepCursor {
        let column: QuantityColumn?
        var row = 0

        mutating func cadence(at time: Date) -> Double? {
            guard let column else { return nil }
            while row < column.count, column[row].end < time {
                row += 1
            }
            guard row < column.count else { return nil }
            let sample = column[row]
            // Counting begins with a cadence too.
            guard sample.end == time || sample.start == time else { return nil }
            let seconds = sample.end.timeIntervalSince(sample.start)
            guard seconds > 0, seconds <= RecordedMeasures.longestCadence else { return nil }
            return sample.value / 2 * 60 / seconds
        }
    }

    private struct Cursor {
        let column: QuantityColumn?
        var row = 0

        mutating func value(at time: Date) -> Double? {
            guard let column else { return nil }
            while row < column.count, column.starts[row] < time {
                row += 1
            }
            guard row < column.count, column.starts[row] == time else { return nil }
            return column.values[row]
        }
    }
}
