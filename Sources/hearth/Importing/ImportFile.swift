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
    /// Why it cannot be read, if that is known already.
    var fault: FormatError?

    /// The files at paths; a folder contains several. Throws for a file of an unknown format.
    static func files(at paths: [String], _ kind: Kind?) throws -> [ImportFile] {
        try paths.flatMap { try files(at: $0, kind) }
    }

    private static func files(at path: String, _ kind: Kind?) throws -> [ImportFile] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandError("\(path.printable) does not exist.")
        }
        if let kind, kind != .workout || !isFolder.boolValue {
            return [ImportFile(path: path, kind: kind)]
        }
        guard isFolder.boolValue else { return [try file(at: path)] }
        return try ImportFolder(path, kind).files()
    }

    private static func file(at path: String) throws -> ImportFile {
        if let kind = try exportKind(path) {
            return ImportFile(path: path, kind: kind)
        }
        guard !path.lowercased().hasSuffix(".csv") else { return ImportFile(path: path, kind: .csv) }
        try checkIsWorkout(path)
        return ImportFile(path: path, kind: .workout)
    }

    /// Of which program a file or a folder is an export; nil if it is something else.
    static func exportKind(_ path: String) throws -> Kind? {
        do throws(FormatError) {
            return try kindOfExport(path)
        } catch {
            throw unreadable(path, error)
        }
    }

    /// The same, for a path whose faults are reported elsewhere.
    static func kindOfExport(_ path: String) throws(FormatError) -> Kind? {
        if try HealthExport.exists(at: path) { return .appleHealth }
        if try HealthConnectExport.exists(at: path) { return .healthConnect }
        return try StravaArchive(at: path) == nil ? nil : .strava
    }

    /// The type after which a CSV file is named; nil: none.
    static func type(ofTable name: String) -> ObjectType? {
        guard name.hasSuffix(".csv") else { return nil }
        return ObjectType.all.first { $0.shortName + ".csv" == name && $0.isStored }
    }

    private static func unreadable(_ path: String, _ error: FormatError) -> CommandError {
        switch error.code {
        case .encrypted: CommandError("\(path.printable) cannot be read: \(error).")
        case .unreadable: CommandError("\(path.printable) cannot be read.")
        case _ where isArchive(path):
            CommandError(
                "\(path.printable) is an archive that cannot be read: \(error). It may be cut off: copy or load it again."
            )
        default: CommandError("\(path.printable) cannot be read: \(error).")
        }
    }

    private static func isArchive(_ path: String) -> Bool {
        (try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 2)) == Data("PK".utf8)
    }

    /// Whether an app stands for a source in imported files.
    static func isImported(app: String) -> Bool {
        let formats = [Kind.appleHealth, .healthConnect].map(\.rawValue) + WorkoutFileFormat.allCases.map(\.rawValue)
        return formats.contains { app.hasPrefix("\($0):") }
    }

    /// Throws unless a file begins as GPX, TCX or FIT.
    private static func checkIsWorkout(_ path: String) throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.size] as? Int != 0 else { throw CommandError("\(path.printable) is empty.") }
        do throws(FormatError) {
            guard try WorkoutFile.format(at: path) == nil else { return }
        } catch {
            throw unreadable(path, error)
        }
        throw unknown(path)
    }

    private static func unknown(_ path: String) -> CommandError {
        let reason =
            if isArchive(path) {
                "an archive without an export of Apple Health or Health Connect, and not one of Strava."
            } else if [".json", ".jsonl"].contains(where: path.lowercased().hasSuffix) {
                "JSON: 'hearth save --json' saves what 'hearth export --json' wrote."
            } else {
                "neither an export of Apple Health nor GPX, TCX or FIT, and its name does not end in .csv."
            }
        return CommandError("\(path.printable) is not a file that hearth knows: it is \(reason)")
    }
}
