import HearthFormats
import HearthModel

/// Imports the workouts in GPX, TCX and FIT files, and in Strava's archives of such files.
struct WorkoutImport: Sendable {
    let store: ImportStore
    let since: Timestamp?
    let types: [ObjectType]?

    func run(_ source: ImportFile) async throws {
        try await save(nil, source.path) { () throws(FormatError) in try WorkoutFileSource(source.path) }
    }

    /// A file that cannot be read does not stop the others.
    func runArchive(_ source: ImportFile) async throws {
        let archive: StravaArchive
        do {
            archive = try Self.archive(source)
        } catch {
            return await store.omitFile(source.path, error)
        }
        let activities = archive.activities.count.counted("recorded activity", "recorded activities")
        Terminal.printError("\(source.path.printable): archive of Strava, \(activities)")
        for (index, activity) in archive.activities.enumerated() {
            Terminal.showProgress("activities: \(index) of \(archive.activities.count)")
            let path = "\(source.path)/\(activity.path)"
            try await save(activity.listed, path, isOfArchive: true) { () throws(FormatError) in
                try archive.read(activity)
            }
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
        guard let archive = try StravaArchive(at: source.path) else { throw NotAnArchive() }
        return archive
    }

    private struct NotAnArchive: Error, CustomStringConvertible {
        var description: String { "it is not an archive of Strava" }
    }

    /// Saves the workouts of a file as they are read. A file that cannot be read does not stop the others.
    private func save(
        _ listed: ListedActivity?,
        _ path: String,
        isOfArchive: Bool = false,
        _ open: () throws(FormatError) -> WorkoutFileSource
    ) async throws {
        let file: WorkoutFileSource
        do {
            file = try open()
        } catch {
            return await store.omitFile(path, error)
        }
        var count = 0
        do {
            while let workouts = try file.next() {
                guard let format = file.format else { continue }
                for workout in workouts {
                    try await save(workout, format, listed, path)
                }
                count += workouts.count
            }
            await report(file.notices, path)
            if !isOfArchive, let format = file.format {
                let workouts = count.counted("workout")
                Terminal.printError("\(path.printable): \(format.rawValue.uppercased()), \(workouts)")
            }
        } catch let error as FormatError {
            guard count > 0 else { return await store.omitFile(path, error) }
            await report(file.notices, path)
            await store.omitRest(of: path, error)
        }
    }

    private func report(_ notices: [WorkoutFileNotice], _ path: String) async {
        for notice in notices {
            switch notice.reason.effect {
            case .remark: Terminal.printError("\(path.printable): \(notice.subject): \(notice.reason.text).")
            case .unknownKind: await store.omit(notice.subject, notice.reason.text, count: notice.count, isFault: false)
            case .loss:
                Terminal.printError("\(path.printable): \(notice).")
                await store.omit(notice.subject, notice.reason.text, count: notice.count)
            }
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
        let app = Self.app(samples, format)
        let search = RecordingSearch(connection: store.connection)
        var file = RecordedSamples(
            workout: samples.workout.saved(by: app),
            isCut: samples.isCut,
            quantities: samples.quantities.map { $0.saved(by: app) },
            routes: samples.routes.map { $0.saved(by: app) },
            types: types.map { Set($0) }
        )
        // What this store has exported is stored as samples of other files or apps.
        if recorded.origin != nil, try await store.hasWorkout(samples.workout.ids[0]) {
            return await store.countKnown(file.wanted.filter { file.isWanted($0.type) })
        }
        let match = try await search.match(samples, file.workout)
        if case .complete = match {
            return await store.countKnown(file.wanted.filter { file.isWanted($0.type) })
        }
        for index in file.routes.indices where recorded.origin == nil {
            file.routes[index] = try await search.matched(file.routes[index])
        }
        switch match {
        case .covered where !store.updates:
            return try await RecordingMerge(store: store).countAsChanged(file.wanted.filter { file.isWanted($0.type) })
        case .same(let stored):
            file.workout.ids = [stored.id]
            reportSurplus(try await RecordingMerge(store: store).save(file, into: stored), path)
        default:
            guard file.isWanted(.workout) || file.isWanted(.workoutRoute) else {
                return try await store.save(file.wantedQuantities)
            }
            try await store.save(file.workout, with: file.wantedQuantities)
            try await store.save(
                file.wantedRoutes.map { ImportStore.Route(columns: $0, workout: file.workout.ids[0]) },
                comparesLocations: true
            )
        }
        if file.isWanted(.workout) {
            try await reportRepetition(file.workout, path)
        }
    }

    private func reportSurplus(_ count: Int, _ path: String) {
        guard count > 0 else { return }
        let samples = count.counted("stored sample is", "stored samples are")
        let deleted = store.isDryRun ? "would be deleted" : "were deleted"
        let action = store.updates ? deleted : "stay: --update deletes them"
        Terminal.printError("\(path.printable): \(samples) not part of this workout in the file, and \(action).")
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
                "\(path.printable): \(workouts) stored of this sport at the same time, perhaps from another service."
            )
        }
    }
}
