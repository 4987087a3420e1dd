import Foundation
import HearthFormats

/// A file to import, and what it is.
struct ImportFile: Sendable {
    /// The kinds of files, with their names on the command line.
    enum Kind: String, CaseIterable, Sendable {
        case appleHealth = "apple-health"
        case workout
        case csv
    }

    let path: String
    let kind: Kind

    private static let mostDepth = 8
    private static let workoutSuffixes: Set<String> = ["gpx", "tcx", "fit"]

    /// The files at paths, of which folders contain several. Throws for a file of an unknown format.
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
        guard isFolder.boolValue else {
            return [ImportFile(path: path, kind: suffix(path) == "csv" ? .csv : .workout)]
        }
        let found = workouts(in: path)
        guard !found.isEmpty else {
            throw CommandError("\(path) contains no export of Apple Health and no GPX, TCX or FIT files.")
        }
        return found.map { ImportFile(path: $0, kind: .workout) }
    }

    private static func isExport(_ path: String) throws -> Bool {
        do throws(WorkoutFileError) {
            return try HealthExport.exists(at: path)
        } catch {
            throw CommandError("\(path) cannot be imported: \(error).")
        }
    }

    private static func suffix(_ path: String) -> String {
        path.split(separator: ".").last?.lowercased() ?? ""
    }

    private static func workouts(in folder: String, depth: Int = 0) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            if type == .typeDirectory, depth < mostDepth { return workouts(in: path, depth: depth + 1) }
            return type == .typeRegular && workoutSuffixes.contains(suffix(name)) ? [path] : []
        }
    }
}
