import HearthModel

extension WorkoutColumns {
    var wireBytes: WireBytes {
        WireBytes("WorkoutColumns") {
            $0.column(1, activityTypes.map(\.rawValue))
            $0.column(2, durations)
            $0.messages(3, details.map(\.wireBytes))
        }
    }
}

extension WorkoutDetail {
    var wireBytes: WireBytes {
        WireBytes("WorkoutDetail") {
            $0.present(1, double: totalEnergyBurned)
            $0.present(2, double: totalDistance)
            $0.present(3, double: totalSwimmingStrokeCount)
            $0.present(4, double: totalFlightsClimbed)
            $0.messages(5, events.map(\.wireBytes))
            $0.messages(6, activities.map(\.wireBytes))
            $0.messages(7, statistics.map(\.wireBytes))
        }
    }
}

extension WorkoutEvent {
    var wireBytes: WireBytes {
        WireBytes("WorkoutEvent") {
            $0.enumeration(1, type.rawValue, of: "WorkoutEventType")
            $0.int(2, start.nanoseconds)
            $0.int(3, end.nanoseconds)
            $0.message(4, metadata.entries.isEmpty ? nil : metadata.wireBytes)
        }
    }
}

extension WorkoutActivity {
    var wireBytes: WireBytes {
        WireBytes("WorkoutActivity") {
            $0.column(1, [id])
            $0.uint(2, activityType.rawValue)
            $0.enumeration(3, location.rawValue, of: "WorkoutLocation")
            $0.enumeration(4, swimmingLocation.rawValue, of: "SwimmingLocation")
            $0.present(5, double: lapLength)
            $0.int(6, start.nanoseconds)
            $0.present(7, int: end?.nanoseconds)
            $0.double(8, duration)
            $0.message(9, metadata.entries.isEmpty ? nil : metadata.wireBytes)
            $0.messages(10, statistics.map(\.wireBytes))
        }
    }
}

extension WorkoutStatistics {
    var wireBytes: WireBytes {
        WireBytes("WorkoutStatistics") {
            $0.text(1, type.identifier)
            $0.int(2, start.nanoseconds)
            $0.int(3, end.nanoseconds)
            $0.present(4, double: sum)
            $0.present(5, double: average)
            $0.present(6, double: minimum)
            $0.present(7, double: maximum)
            $0.message(8, mostRecent?.wireBytes)
        }
    }
}

extension WorkoutStatistics.MostRecent {
    var wireBytes: WireBytes {
        WireBytes("MostRecent") {
            $0.double(1, value)
            $0.int(2, start.nanoseconds)
            $0.int(3, end.nanoseconds)
        }
    }
}
