internal import HearthModel

/// Goes through samples that were read row by row, as a program does that trusts them.
func checkRows(_ samples: SampleColumns) {
    precondition(samples.count > 0, "samples without a row were read")
    for row in 0..<samples.count {
        let (start, end) = (samples.starts[row], samples.end(row))
        precondition(start.isValid && end.isValid && start <= end, "a sample with wrong times was read")
        _ = samples.provenance[row]
        _ = samples.metadata[row]
    }
    switch samples.payload {
    case .quantity(let columns): checkQuantities(columns, samples)
    case .category(let columns): precondition(columns.values.count == samples.count, "a category value is missing")
    case .correlation(let columns): checkSeries(columns.lengths, samples, [columns.members.count])
    case .workout(let columns): checkWorkouts(columns, samples)
    case .route(let columns): checkRoutes(columns, samples)
    case .heartbeat(let columns):
        checkSeries(columns.lengths, samples, [columns.offsets.count])
        precondition(columns.gaps.isEmpty || columns.gaps.count == columns.offsets.count, "a flag is missing")
        precondition(columns.offsets.allSatisfy { $0 >= 0 && $0.isFinite }, "a wrong offset was read")
    case .record(let columns):
        checkSeries(columns.lengths, samples, [columns.voltages.count + columns.contents.count])
        precondition(columns.records.count == samples.count, "a record is missing")
        precondition(columns.voltages.allSatisfy(\.isFinite), "a voltage that is no number was read")
    }
}

private func checkQuantities(_ columns: QuantityColumns, _ samples: SampleColumns) {
    precondition(columns.values.count == samples.count, "a quantity is missing")
    precondition(columns.values.allSatisfy(\.isFinite), "a quantity that is no number was read")
    if let unit = columns.unit {
        precondition(samples.type.storageUnit?.isCompatible(with: unit) == true, "a wrong unit was read")
    }
    guard let points = columns.points else { return }
    checkSeries(points.lengths, samples, [points.starts.count, points.values.count])
    var point = 0
    for (row, length) in points.lengths.enumerated() where length > 0 {
        let count = columns.counts.isEmpty ? 1 : columns.counts[row]
        precondition(count == length, "a series of another length than its count was read")
        for _ in 0..<length {
            let (start, end) = (points.starts[point], points.ends.isEmpty ? points.starts[point] : points.ends[point])
            let isWithin = samples.starts[row] <= start && start <= end && end <= samples.end(row)
            precondition(isWithin && points.values[point].isFinite, "a wrong point was read")
            point += 1
        }
    }
}

private func checkWorkouts(_ columns: WorkoutColumns, _ samples: SampleColumns) {
    precondition(columns.activityTypes.count == samples.count, "an activity type is missing")
    precondition(columns.durations.isEmpty || columns.durations.count == samples.count, "a duration is missing")
    precondition(columns.durations.allSatisfy { $0 >= 0 && $0.isFinite }, "a wrong duration was read")
    for (row, detail) in columns.details.enumerated() {
        for event in detail.events {
            let isWithin = samples.starts[row] <= event.start && event.end <= samples.end(row)
            precondition(isWithin && event.start <= event.end, "an event outside of its workout was read")
        }
        for activity in detail.activities {
            precondition(activity.duration >= 0 && activity.duration.isFinite, "a wrong activity was read")
        }
    }
}

private func checkRoutes(_ columns: RouteColumns, _ samples: SampleColumns) {
    let counts = [columns.timestamps.count, columns.latitudes.count, columns.longitudes.count]
    checkSeries(columns.lengths, samples, counts)
    for (latitude, longitude) in zip(columns.latitudes, columns.longitudes) {
        precondition(abs(latitude) <= 90 && abs(longitude) <= 180, "a place that is nowhere was read")
    }
    let optional = [
        columns.altitudes, columns.horizontalAccuracies, columns.verticalAccuracies, columns.speeds, columns.courses,
        columns.speedAccuracies, columns.courseAccuracies,
    ]
    for column in optional where !column.isEmpty {
        precondition(column.count == columns.timestamps.count, "a row of a route is missing")
        precondition(column.allSatisfy(\.isFinite), "a route with what is no number was read")
    }
}

/// The lengths of series, where there are any, are one for each sample and take every point.
private func checkSeries(_ lengths: [UInt32], _ samples: SampleColumns, _ pointCounts: [Int]) {
    precondition(lengths.isEmpty || lengths.count == samples.count, "the length of a series is missing")
    let total = lengths.reduce(0) { $0 + Int($1) }
    precondition(pointCounts.allSatisfy { $0 == total }, "the lengths of series do not take every point")
}
