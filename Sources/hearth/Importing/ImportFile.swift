import Foundation
import HearthFormats
import HearthModel

/// A file to import, and what it is.
struct ImportFile: Sendable {
    /// The kinds of files, with their names on the command line.
    enum Kind: String, CaseIterable, Sendable {
        case appleHealth = "apple-health"
        case healthConnect = "health-connect"
        case strava
        case workout
        case csv
    }

    let path: String
    let kind: Kind
    /// The type of the samples, if the name of a CSV file says it.
    var type: ObjectType?

    private static let maxDepth = 8

    /// The files at paths; a folder contains several. Throws for a file of an unknown format.
    static func files(at paths: [String], _ kind: Kind?) throws -> [ImportFile] {
        try paths.flatMap { try files(at: $0, kind) }
    }

    private static func files(at path: String, _ kind: Kind?) throws -> [ImportFile] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandError("\(path) does not exist.")
        }
        if let kind, kind != .workout || !isFolder.boolValue {
            return [ImportFile(path: path, kind: kind)]
        }
        if kind == nil, try isExport(path) {
            return [ImportFile(path: path, kind: .appleHealth)]
        }
        if kind == nil, try isHealthConnect(path) {
            return [ImportFile(path: path, kind: .healthConnect)]
        }
        if kind == nil, try isStrava(path) {
            return [ImportFile(path: path, kind: .strava)]
        }
        guard isFolder.boolValue else {
            guard !path.lowercased().hasSuffix(".csv") else { return [ImportFile(path: path, kind: .csv)] }
            try checkIsWorkout(path)
            return [ImportFile(path: path, kind: .workout)]
        }
        let found = workouts(in: path).map { ImportFile(path: $0, kind: .workout) } + tables(in: path)
        guard !found.isEmpty else {
            throw CommandError(
                "\(path) contains no export of Apple Health or Health Connect, no archive of Strava, no GPX, TCX or FIT files,"
                    + " and no CSV files that are named after types, as heartRate.csv."
            )
        }
        return found
    }

    /// The CSV files in a folder that `hearth export --csv` wrote: each is named after the type of its samples.
    private static func tables(in folder: String) -> [ImportFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { name in
            type(ofTable: name).map { ImportFile(path: "\(folder)/\(name)", kind: .csv, type: $0) }
        }
    }

    /// The type after which a CSV file is named; nil: none.
    private static func type(ofTable name: String) -> ObjectType? {
        guard name.hasSuffix(".csv") else { return nil }
        return ObjectType.all.first { $0.shortName + ".csv" == name && $0.isStored }
    }

    private static func isExport(_ path: String) throws -> Bool {
        do throws(FormatError) {
            return try HealthExport.exists(at: path)
        } catch {
            throw unknown(path, isArchive: true, error)
        }
    }

    private static func isHealthConnect(_ path: String) throws -> Bool {
        do throws(FormatError) {
            return try HealthConnectExport.exists(at: path)
        } catch {
            throw CommandError("\(path) cannot be read: \(error).")
        }
    }

    private static func isStrava(_ path: String) throws -> Bool {
        do throws(FormatError) {
            return try StravaArchive(at: path) != nil
        } catch {
            throw CommandError("\(path) cannot be read: \(error).")
        }
    }

    /// Whether an app stands for a source in imported files.
    static func isImported(app: String) -> Bool {
        let formats = [Kind.appleHealth, .healthConnect].map(\.rawValue) + WorkoutFileFormat.allCases.map(\.rawValue)
        return formats.contains { app.hasPrefix("\($0):") }
    }

    /// Throws unless a file begins as GPX, TCX or FIT.
    private static func checkIsWorkout(_ path: String) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.size] as? Int != 0 else { throw CommandError("\(path) is empty.") }
        do throws(FormatError) {
            guard try WorkoutFile.format(at: path) == nil else { return }
        } catch {
            throw CommandError("\(path) cannot be read: \(error).")
        }
        let head = try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 2)
        throw unknown(path, isArchive: head == Data("PK".utf8), nil)
    }

    private static func unknown(_ path: String, isArchive: Bool, _ error: FormatError?) -> CommandError {
        guard error?.code != .unreadable else { return CommandError("\(path) cannot be read.") }
        let reason =
            switch (isArchive, error) {
            case (true, let error?):
                "an archive that cannot be read: \(error). It may be cut off: copy or load it again."
            case (true, nil): "an archive without an export of Apple Health or Health Connect, and not one of Strava."
            case (false, _) where [".json", ".jsonl"].contains(where: path.lowercased().hasSuffix):
                "JSON: 'hearth save --json' saves what 'hearth export --json' wrote."
            case (false, _): "neither an export of Apple Health nor GPX, TCX or FIT, and its name does not end in .csv."
            }
        return CommandError("\(path) is not a file that hearth knows: it is \(reason)")
    }

    private static func workouts(in folder: String) -> [String] {
        var found: [String] = []
        var others = 0
        addWorkouts(in: folder, to: &found, &others, depth: 0)
        if !found.isEmpty, others > 0 {
            let files = others.counted("other file or link is", "other files or links are")
            Terminal.printError("\(folder.printable): \(files) left out.")
        }
        return found
    }

    /// Links are not followed.
    private static func addWorkouts(in folder: String, to found: inout [String], _ others: inout Int, depth: Int) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            if type == .typeDirectory, depth < maxDepth {
                addWorkouts(in: path, to: &found, &others, depth: depth + 1)
            } else if type == .typeRegular, WorkoutFileFormat.isName(name) {
                found.append(path)
            } else if depth > 0 || Self.type(ofTable: name) == nil {
                others += 1
            }
        }
    }
}
