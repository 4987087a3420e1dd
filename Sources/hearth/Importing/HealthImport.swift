import HearthFormats
import HearthModel
import HearthSystem

/// Imports an export of Apple Health or of Health Connect.
struct HealthImport: Sendable {
    let store: ImportStore

    private static let maxConcurrentSaves = 3

    /// The types whose samples belong to a workout in addition to those of its statistics.
    private static let workoutTypes = ObjectType.all.filter { type in
        guard type.kind == .quantity else { return false }
        let name = type.shortName
        return [
            "heartRate", "activeEnergyBurned", "basalEnergyBurned", "stepCount", "flightsClimbed",
            "swimmingStrokeCount",
            "physicalEffort", "respiratoryRate", "vo2Max", "heartRateRecoveryOneMinute", "pushCount",
        ].contains(name) || ["distance", "running", "cycling", "workout"].contains { name.hasPrefix($0) }
            || (name.hasSuffix("Speed") && !name.hasPrefix("walking") && !name.hasPrefix("stair"))
    }

    func run(_ file: ImportFile, _ selection: HealthSelection) async throws {
        let key = try await store.connection.identityKey()
        let export: any HealthArchive
        do throws(FormatError) {
            export = try Self.archive(file, selection, key: key)
        } catch {
            return await store.omitFile(file.path, error)
        }
        Terminal.printError("\(file.path.printable): \(export.title), \(export.byteCount.byteText)")
        let progress = ImportProgress(byteCount: export.byteCount)
        var workouts: [HealthWorkout] = []
        var failure: FormatError?
        // The next samples are read while the server writes these.
        var saves: [Task<Void, any Error>] = []
        defer { saves.forEach { $0.cancel() } }
        while let batch = read(export, &failure) {
            let before = saves.last
            saves.append(Task { try await save(batch, after: before) })
            if saves.count > Self.maxConcurrentSaves {
                try await saves.removeFirst().value
            }
            workouts += batch.workouts
            progress.show(export.readBytes, samples: await store.sampleCount)
        }
        for save in saves {
            try await save.value
        }
        try await associate(workouts, progress)
        await store.add(export.tally, of: file.path)
        if selection.wantsCharacteristics {
            try await store.save(export.characteristics)
        }
        if let failure {
            await store.omitRest(of: file.path, failure)
        }
    }

    private func read(_ export: any HealthArchive, _ failure: inout FormatError?) -> HealthBatch? {
        guard failure == nil else { return nil }
        do throws(FormatError) {
            return try export.next()
        } catch {
            failure = error
            return nil
        }
    }

    private func save(_ batch: HealthBatch, after before: Task<Void, any Error>?) async throws {
        for areCorrelations in [false, true] {
            let columns = batch.groups.flatMap { group in
                group.columns.filter { ($0.type.kind == .correlation) == areCorrelations }
                    .map { $0.saved(by: Self.app(group.origin)) }
            }
            try await store.save(columns)
            // Members of a correlation may be of another source or in the batch before, and are stored before it.
            try await before?.value
        }
        try await store.save(
            batch.routes.map {
                ImportStore.Route(columns: $0.columns.saved(by: Self.app($0.origin)), workout: $0.workout)
            }
        )
    }

    /// The samples of a workout are before it in an export, so all are stored.
    private func associate(_ workouts: [HealthWorkout], _ progress: ImportProgress) async throws {
        try await workouts.forEach(
            atOnce: Self.workoutsAtOnce,
            willBegin: { progress.showWorkouts($0, of: workouts.count) }
        ) { workout in
            try await store.associate(
                workout.id,
                workout.source,
                from: workout.start,
                to: workout.end,
                types: Self.workoutTypes + workout.types.filter { !Self.workoutTypes.contains($0) }
            )
        }
    }

    /// The server commits together what it gets together.
    private static let workoutsAtOnce = 64

    static func archive(
        _ file: ImportFile,
        _ selection: HealthSelection = HealthSelection(),
        key: IdentityKey?
    ) throws(FormatError) -> any HealthArchive {
        file.kind == .healthConnect
            ? try HealthConnectExport(at: file.path, selection, key: key)
            : try HealthExport(at: file.path, selection, key: key)
    }

    static func app(_ origin: HealthOrigin) -> App {
        App(bundleIdentifier: origin.identifier, name: origin.name, version: origin.version)
    }
}
