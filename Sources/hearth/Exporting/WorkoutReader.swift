import Foundation
import HearthClient
import HearthFormats
import HearthModel

/// Reads stored workouts with their routes and what was measured along them.
struct WorkoutReader: Sendable {
    let connection: Connection

    /// The quantities that workout files have for a location.
    private static let types = ["heartRate", "cyclingCadence", "stepCount", "cyclingPower", "runningPower"].compactMap {
        name in
        ObjectType.all.first { $0.shortName == name }
    }
    private static let nameKey = "org.hearth.imported.name"

    /// The workouts that a selection has, without routes and quantities.
    func workouts(_ selection: SampleSelection) async throws -> [(id: ObjectID, workout: RecordedWorkout)] {
        var found: [(id: ObjectID, workout: RecordedWorkout)] = []
        for try await batch in connection.query(QuerySamples(clauses: [selection.clause(of: .workout)])) {
            for columns in batch.columns {
                guard case .workout(let workouts) = columns.payload else { continue }
                for row in columns.ids.indices {
                    found.append((columns.ids[row], Self.workout(columns, workouts, row)))
                }
            }
        }
        return found
    }

    private static func workout(_ columns: SampleColumns, _ workouts: WorkoutColumns, _ row: Int) -> RecordedWorkout {
        var workout = RecordedWorkout(
            sport: RecordedSport(activityType: UInt(workouts.activityTypes[row].rawValue)),
            start: columns.starts[row].date,
            end: columns.end(row).date
        )
        if case .string(let name)? = columns.metadata[row]?[nameKey] {
            workout.name = name
        }
        workout.origin = UUID(uuidString: columns.ids[row].description).map {
            RecordedOrigin(id: $0, source: columns.provenance[row]?.source?.bundleIdentifier)
        }
        var paused: Timestamp?
        for event in workouts.details.isEmpty ? [] : workouts.details[row].events {
            if event.type == .pause {
                paused = paused ?? event.start
            } else if event.type == .resume, let start = paused {
                paused = nil
                if start < event.start {
                    workout.pauses.append(DateInterval(start: start.date, end: event.start.date))
                }
            }
        }
        return workout
    }

    /// Adds the route and the quantities that belong to a workout.
    func complete(_ workout: inout RecordedWorkout, _ id: ObjectID) async throws {
        let predicate = Predicate(terms: [.inWorkout(id)])
        var routes: [RecordedLocation] = []
        let query = QuerySamples(
            clauses: [Clause(type: .workoutRoute, predicate: predicate)],
            includeSeries: true
        )
        for try await batch in connection.query(query) {
            for columns in batch.columns {
                guard case .route(let route) = columns.payload else { continue }
                routes += route.timestamps.indices.map { route.location($0) }
            }
        }
        for location in routes.sorted(by: { $0.time < $1.time }) {
            workout.locations.append(location)
        }
        guard !routes.isEmpty else { return }
        for type in Self.types {
            try await addQuantities(of: type, to: &workout, predicate)
        }
    }

    private func addQuantities(
        of type: ObjectType,
        to workout: inout RecordedWorkout,
        _ predicate: HearthModel.Predicate
    ) async throws {
        var samples: [RecordedQuantity] = []
        for try await batch in connection.query(QuerySamples(clauses: [Clause(type: type, predicate: predicate)])) {
            for columns in batch.columns {
                guard case .quantity(let quantities) = columns.payload else { continue }
                for row in columns.ids.indices {
                    samples.append(
                        RecordedQuantity(
                            start: columns.starts[row].date,
                            end: columns.end(row).date,
                            value: quantities.values[row]
                        )
                    )
                }
            }
        }
        guard !samples.isEmpty else { return }
        workout.quantities.append(
            QuantityColumn(
                typeIdentifier: type.identifier,
                unit: type.storageUnit?.text ?? "",
                samples: samples.sorted { $0.start < $1.start }
            )
        )
    }
}
