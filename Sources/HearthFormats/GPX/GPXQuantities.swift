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
    private var powers: Cursor

    init(_ workout: RecordedWorkout) {
        func column(_ types: QuantityType...) -> Cursor {
            Cursor(column: types.lazy.compactMap { workout.quantities(of: $0.identifier) }.first)
        }
        heartRates = column(.heartRate)
        cadences = column(.cyclingCadence)
        powers = column(.cyclingPower, .runningPower)
    }

    mutating func values(at time: Date) -> Values {
        Values(
            heartRate: heartRates.value(at: time),
            cadence: cadences.value(at: time),
            power: powers.value(at: time)
        )
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
