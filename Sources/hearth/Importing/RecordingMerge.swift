import HearthClient
import HearthFormats
import HearthModel
import HearthWire

/// A workout in a file, as one of its source.
struct RecordedSamples: Sendable {
    /// With the UUID of what is stored.
    var workout: SampleColumns
    /// Whether the file ends too early.
    let isCut: Bool
    /// All samples of the file, whether they are wanted or not.
    let quantities: [SampleColumns]
    var routes: [SampleColumns]
    /// The types that are wanted; nil: all.
    let types: Set<ObjectType>?

    func isWanted(_ type: ObjectType) -> Bool { types?.contains(type) ?? true }
    var wantedQuantities: [SampleColumns] { quantities.filter { isWanted($0.type) } }
    var wantedRoutes: [SampleColumns] { isWanted(.workoutRoute) ? routes : [] }
    var wanted: [SampleColumns] { wantedQuantities + [workout] + wantedRoutes }
}

/// Workouts of files that are stored already, with the same values or with others.
///
/// With `--update` a stored workout becomes that of the file: its values, its samples and its routes. What only an earlier
/// file of the recording had is deleted. Without it a workout that differs stays as it is, and so do its samples. Only one
/// from a cut file gets the samples that it lacks, if its sport is the same or unknown: others could be there twice.
struct RecordingMerge: Sendable {
    let store: ImportStore

    /// Saves what a file has of a stored workout. Returns the number of samples that are stored of it, and that the file does
    /// not have; with `--update` they are deleted.
    func save(_ file: RecordedSamples, into stored: RecordingSearch.Stored) async throws -> Int {
        guard let values = ComparedWorkout(file.workout, 0) else { return 0 }
        // What a whole file says of a workout from a cut one, such as its statistics, may differ in more than is compared.
        let hasValues = stored.values.hasValues(of: values) && (file.isCut || !stored.isCut)
        let surplus = try await surplus(of: file, values, in: stored)
        let isSame = hasValues && surplus.isEmpty
        let mayAdd = isSame || store.updates || stored.isCut && stored.values.hasSportOrNone(of: values)
        if store.updates, !store.isDryRun {
            // Before the workout, so that an update that is stopped here finds the rest again.
            try await delete(surplus)
        }
        if !file.isWanted(.workout) {
            // It stays as it is.
        } else if hasValues || !store.updates || store.isDryRun {
            await store.count(isSame ? ImportTable.Counts(known: 1) : ImportTable.Counts(changed: 1), of: .workout)
        } else {
            try await store.replace(file.workout, of: store.session(as: stored.owner))
        }
        let routes = file.wantedRoutes.map { ImportStore.Route(columns: $0, workout: stored.id) }
        if mayAdd {
            try await store.save(file.wantedQuantities, partOf: stored.id)
        } else {
            try await countAsChanged(file.wantedQuantities)
        }
        try await store.save(routes, comparesLocations: true, mayAdd: mayAdd)
        return surplus.reduce(0) { $0 + $1.count }
    }

    /// Counts samples of a workout that are not saved.
    func countAsChanged(_ columns: [SampleColumns]) async throws {
        for new in try await store.unstored(columns) {
            await store.count(ImportTable.Counts(changed: new.count), of: new.type)
        }
    }

    /// What imports have brought of a stored workout and the file does not have. A file without a sport does not say which
    /// types its distances and cadences have.
    private func surplus(
        of file: RecordedSamples,
        _ values: ComparedWorkout,
        in stored: RecordingSearch.Stored
    ) async throws -> [SampleColumns] {
        let samples = file.quantities + file.routes
        let own = Set(samples.map(\.type) + [.workoutRoute])
        let types = WorkoutSamples.types.filter { file.isWanted($0) && (values.hasSport || own.contains($0)) }
        let search = RecordingSearch(connection: store.connection)
        return try await search.members(of: stored.id, types: types, from: file.workout.sources, lackingIn: samples)
    }

    private func delete(_ surplus: [SampleColumns]) async throws {
        var ids: [String: [ObjectID]] = [:]
        for samples in surplus {
            for row in samples.ids.indices {
                guard let owner = samples.provenance[row]?.importingApp(from: samples.sources) else { continue }
                ids[owner, default: []].append(samples.ids[row])
            }
        }
        for (owner, ids) in ids {
            for part in ids.parts(of: Self.idsPerDeletion) {
                _ = try await store.session(as: owner).delete(Array(part))
            }
        }
    }

    private static let idsPerDeletion = 1 << 14
}
