import Foundation
import HearthFormats
import HearthModel

/// Imports the workouts in a GPX, TCX or FIT file.
struct WorkoutImport: Sendable {
    let store: ImportStore

    func run(_ source: ImportFile, since: Timestamp?, types: [ObjectType]?) async throws {
        let file: WorkoutFile
        do throws(WorkoutFileError) {
            file = try WorkoutFile(contentsOf: URL(filePath: source.path))
        } catch {
            return await store.omitFile(source.path, error)
        }
        let name = file.format.rawValue.uppercased()
        Terminal.printError("\(source.path): \(name), \(file.workouts.count.counted("workout"))")
        for notice in file.notices {
            await store.omit(notice.subject, notice.reason.text, count: notice.count)
        }
        for workout in file.workouts {
            try await save(workout, file.format, since, types, source)
        }
    }

    private func save(
        _ recorded: RecordedWorkout,
        _ format: WorkoutFileFormat,
        _ since: Timestamp?,
        _ types: [ObjectType]?,
        _ source: ImportFile
    ) async throws {
        guard let samples = WorkoutSamples(recorded, from: format), let start = samples.workout.starts.first else {
            return await store.omit(ObjectType.workout.identifier, OmissionReason.invalidDate.rawValue)
        }
        guard since.map({ start >= $0 }) ?? true else { return }
        for omission in samples.omissions {
            await store.omit(ObjectType.workout.identifier, omission.rawValue)
        }
        let wanted = types.map { Set($0) }
        func isWanted(_ type: ObjectType) -> Bool { wanted?.contains(type) ?? true }
        let app = Self.app(samples, format)
        let quantities = samples.quantities.filter { isWanted($0.type) }.map { $0.saved(by: app) }
        // What this store has exported is stored as samples of other files or apps.
        if recorded.origin != nil, try await store.hasWorkout(samples.workout.ids[0]) {
            let others = [samples.workout, samples.route].compactMap(\.self).filter { isWanted($0.type) }
            return await store.countKnown(quantities + others)
        }
        guard isWanted(.workout) || isWanted(.workoutRoute) else {
            return try await store.save(quantities)
        }
        try await store.save(quantities + [samples.workout.saved(by: app)])
        let id = samples.workout.ids[0]
        try await store.associate(id, store.stored(quantities))
        if let route = samples.route, isWanted(.workoutRoute) {
            try await store.save([ImportStore.Route(columns: route.saved(by: app), workout: id)])
        }
        try await reportRepetition(samples.workout, source)
    }

    /// The source of a workout's samples.
    static func app(_ samples: WorkoutSamples, _ format: WorkoutFileFormat) -> App {
        let name = samples.sourceName.isEmpty ? "\(format.rawValue.uppercased()) file" : samples.sourceName
        let identifier = ImportFile.isImported(app: name) ? name : "\(format.rawValue):\(name)"
        return App(bundleIdentifier: identifier, name: name)
    }

    /// Two services may have recorded the same run. They are not merged: only the owner knows.
    private func reportRepetition(_ samples: SampleColumns, _ source: ImportFile) async throws {
        guard case .workout(let columns) = samples.payload else { return }
        let others = try await store.workouts(
            like: columns.activityTypes[0],
            from: samples.starts[0],
            to: samples.end(0),
            except: samples.ids[0]
        )
        if others > 0 {
            let workouts = others.counted("other workout is", "other workouts are")
            Terminal.printError(
                "\(source.path): \(workouts) stored of this sport at the same time, perhaps from another service."
            )
        }
    }
}
