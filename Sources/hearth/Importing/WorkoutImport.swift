import Foundation
import HearthFormats
import HearthModel

/// Imports the workouts in GPX, TCX and FIT files, and in Strava's archives of such files.
struct WorkoutImport: Sendable {
    let store: ImportStore
    let since: Timestamp?
    let types: [ObjectType]?

    func run(_ source: ImportFile) async throws {
        let file: WorkoutFile
        do throws(WorkoutFileError) {
            file = try WorkoutFile(contentsOf: URL(filePath: source.path))
        } catch {
            return await store.omitFile(source.path, error)
        }
        let name = file.format.rawValue.uppercased()
        Terminal.printError("\(source.path): \(name), \(file.workouts.count.counted("workout"))")
        try await save(file, nil, source.path)
    }

    /// A file that cannot be read does not stop the others.
    func runArchive(_ source: ImportFile) async throws {
        let archive = try Self.archive(source)
        let activities = archive.activities.count.counted("recorded activity", "recorded activities")
        Terminal.printError("\(source.path): archive of Strava, \(activities)")
        for (index, activity) in archive.activities.enumerated() {
            Terminal.showProgress("activities: \(index) of \(archive.activities.count)")
            let path = "\(source.path)/\(activity.path)"
            let file: WorkoutFile
            do throws(WorkoutFileError) {
                file = try archive.read(activity)
            } catch {
                await store.omitFile(path, error)
                continue
            }
            try await save(file, activity.listed, path)
        }
        if archive.activitiesWithoutFile > 0, types == nil {
            await store.omit(
                ObjectType.workout.identifier,
                "the archive lists it without a file",
                count: archive.activitiesWithoutFile
            )
        }
    }

    static func archive(_ source: ImportFile) throws -> StravaArchive {
        let archive: StravaArchive?
        do throws(WorkoutFileError) {
            archive = try StravaArchive(at: source.path)
        } catch {
            throw CommandError("\(source.path) cannot be read: \(error).")
        }
        guard let archive else { throw CommandError("\(source.path) is not an archive of Strava.") }
        return archive
    }

    private func save(_ file: WorkoutFile, _ listed: ListedActivity?, _ path: String) async throws {
        for notice in file.notices {
            await store.omit(notice.subject, notice.reason.text, count: notice.count)
        }
        for workout in file.workouts {
            try await save(workout, file.format, listed, path)
        }
    }

    private func save(
        _ recorded: RecordedWorkout,
        _ format: WorkoutFileFormat,
        _ listed: ListedActivity?,
        _ path: String
    ) async throws {
        let key = try await store.connection.identityKey()
        guard let samples = WorkoutSamples(recorded, from: format, key: key, listed: listed),
            let start = samples.workout.starts.first
        else {
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
            let others = ([samples.workout] + samples.routes).filter { isWanted($0.type) }
            return await store.countKnown(quantities + others)
        }
        guard isWanted(.workout) || isWanted(.workoutRoute) else {
            return try await store.save(quantities)
        }
        try await store.save(samples.workout.saved(by: app), with: quantities)
        let id = samples.workout.ids[0]
        if isWanted(.workoutRoute) {
            try await store.save(samples.routes.map { ImportStore.Route(columns: $0.saved(by: app), workout: id) })
        }
        try await reportRepetition(samples.workout, path)
    }

    /// The source of a workout's samples.
    static func app(_ samples: WorkoutSamples, _ format: WorkoutFileFormat) -> App {
        let name = samples.sourceName.isEmpty ? "\(format.rawValue.uppercased()) file" : samples.sourceName
        let identifier = ImportFile.isImported(app: name) ? name : "\(format.rawValue):\(name)"
        return App(bundleIdentifier: identifier, name: name)
    }

    /// Two services may have recorded the same run. They are not merged: only the owner knows.
    private func reportRepetition(_ samples: SampleColumns, _ path: String) async throws {
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
                "\(path): \(workouts) stored of this sport at the same time, perhaps from another service."
            )
        }
    }
}
