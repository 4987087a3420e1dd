import HearthClient
import HearthModel
import HearthWire

/// Samples that are stored with another value.
extension ImportStore {
    /// Replaces stored samples of an owner by others with their UUIDs. What the server does not take leaves the stored one in
    /// place. A workout keeps its samples. A route is saved as part of `workout`.
    func replace(_ samples: SampleColumns, of owner: Connection, partOf workout: ObjectID? = nil) async throws {
        guard samples.count > 0 else { return }
        let members = try await members(ofWorkouts: samples)
        var stored: [SampleColumns] = []
        try await SampleLookup(connection: connection).each(of: Set(samples.ids), types: [samples.type]) { found in
            stored.append(found.withoutOwners)
        }
        do {
            _ = try await owner.delete(samples.ids)
        } catch let error as HearthError where error.code == .notOwner {
            return omit(samples.type.identifier, "another app saved it", count: samples.count)
        }
        do {
            if let workout {
                let importer = importer
                try await retryingForRoom { try await importer.add([samples], to: workout) }
            } else {
                try await saveOnceThereIsRoom([samples], on: importer)
            }
        } catch {
            try await restore(stored, on: owner)
            try await associate(members + (workout.map { [($0, samples.ids)] } ?? []))
            guard let error = error as? HearthError, error.isAboutSamples else { throw error }
            guard samples.count > 1 else { return omit(samples.type.identifier, error.reason) }
            for half in [samples].halves {
                try await replace(half[0], of: owner, partOf: workout)
            }
            return
        }
        try await associate(members)
        count(ImportTable.Counts(changed: samples.count), of: samples.type)
    }

    /// The samples of each stored workout in columns.
    private func members(ofWorkouts samples: SampleColumns) async throws -> [(workout: ObjectID, ids: [ObjectID])] {
        guard samples.type == .workout else { return [] }
        var members: [(workout: ObjectID, ids: [ObjectID])] = []
        for id in samples.ids {
            let predicate = Predicate(terms: [.inWorkout(id)])
            var ids: [ObjectID] = []
            for types in ObjectType.all.filter(\.isStored).parts(of: Self.clausesOfQuery) {
                let clauses = types.map { Clause(type: $0, predicate: predicate) }
                for try await batch in connection.query(QuerySamples(clauses: clauses)) {
                    ids += batch.columns.flatMap(\.ids)
                }
            }
            members.append((id, ids))
        }
        return members
    }

    private static let clausesOfQuery = 128

    private func associate(_ members: [(workout: ObjectID, ids: [ObjectID])]) async throws {
        for (workout, ids) in members where !ids.isEmpty {
            try await associate(workout, ids)
        }
    }

    /// Saves deleted samples again.
    private func restore(_ stored: [SampleColumns], on session: Connection) async throws {
        do {
            try await saveOnceThereIsRoom(stored, on: session)
        } catch {
            let samples = stored.reduce(0) { $0 + $1.count }.counted("sample")
            throw CommandError(
                "\(samples) of \(stored[0].type.shortName) could be neither replaced nor restored: \(ErrorText.text(of: error))"
                    + " Run the import again: it saves what the file has."
            )
        }
    }
}
