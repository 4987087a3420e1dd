import HearthClient
import HearthModel

/// What lines of JSON have of samples on request, apart from their columns: the members of correlations, and the UUIDs
/// of the samples that belong to workouts.
struct SampleContents {
    /// The members of correlations.
    let members: [SampleColumns]
    private var workouts: [ObjectID: [(type: ObjectType, ids: [ObjectID])]] = [:]

    /// Asks the server for what belongs to the workouts among the samples.
    init(of batch: SampleBatch, on connection: Connection) async throws {
        members = batch.members
        for samples in batch.columns where samples.type == .workout {
            for id in samples.ids {
                workouts[id] = try await SampleContents.samples(ofWorkout: id, on: connection)
            }
        }
    }

    private static let types = ObjectType.all.filter { $0.isStored && $0 != .workout }

    private static func samples(
        ofWorkout id: ObjectID,
        on connection: Connection
    ) async throws -> [(type: ObjectType, ids: [ObjectID])] {
        let predicate = Predicate(terms: [.inWorkout(id)])
        var found: [ObjectType: [ObjectID]] = [:]
        let most = Int(Limits.standard.clauses)
        for first in stride(from: 0, to: types.count, by: most) {
            let clauses = types[first...].prefix(most).map { Clause(type: $0, predicate: predicate) }
            for try await batch in connection.query(QuerySamples(clauses: clauses)) {
                for samples in batch.columns {
                    found[samples.type, default: []] += samples.ids
                }
            }
        }
        return types.compactMap { type in found[type].map { (type, $0) } }
    }

    /// The UUIDs of the samples that belong to a workout, in an array for each type.
    func samples(ofWorkout id: ObjectID) -> JSON {
        let parts = workouts[id] ?? []
        return .members(parts.map { ($0.type.shortName, .array($0.ids.map { .string($0.description) })) })
    }
}
