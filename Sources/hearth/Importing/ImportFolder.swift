import Foundation
import HearthFormats
import HearthModel

/// Finds what can be imported in a folder: unpacked exports and archives, workout files, and the CSV files that `hearth export`
/// wrote. What is left out is mentioned.
struct ImportFolder {
    private static let maxDepth = 8
    /// The folders of an unpacked export of Apple Health, whose files belong to it.
    private static let foldersOfExport: Set = ["workout-routes", "clinical-records", "electrocardiograms"]
    private static let maxNamed = 3

    private let path: String
    /// Nil unless the files are all of one kind.
    private let kind: ImportFile.Kind?
    private var exports: [ImportFile] = []
    private var workouts: [ImportFile] = []
    private var tables: [ImportFile] = []
    /// The files and links that are left out.
    private var others = 0
    private var otherArchives: [String] = []
    /// Whether it has an unpacked export.
    private var isExport = false

    init(_ path: String, _ kind: ImportFile.Kind?) throws {
        self.path = path
        self.kind = kind
        if kind == nil, let found = try ImportFile.exportKind(path) {
            exports = [ImportFile(path: path, kind: found)]
            isExport = true
        }
        // An archive of Strava has files of many kinds. Those that it lists are the activities.
        guard exports.first?.kind != .strava else { return }
        try addFiles(in: path, depth: 0)
    }

    /// The files to import. Throws if there are none.
    func files() throws -> [ImportFile] {
        let found = exports + workouts + tables
        for archive in otherArchives.prefix(Self.maxNamed) {
            Terminal.printError(
                "\(archive.printable) is left out: it has no export. Unpack it to import workout files that are in it."
            )
        }
        guard !found.isEmpty else {
            throw CommandError(
                "\(path.printable) contains no export of Apple Health or Health Connect, no archive of Strava, no GPX, TCX or FIT files,"
                    + " and no CSV files that are named after types, as heartRate.csv."
            )
        }
        if others > 0, !isExport {
            let files = others.counted("other file or link is", "other files or links are")
            Terminal.printError("\(path.printable): \(files) left out.")
        }
        return found
    }

    /// Links are not followed.
    private mutating func addFiles(in folder: String, depth: Int) throws {
        let names = FolderListing.names(in: folder, mayBeLink: depth == 0)
        for name in names where !name.hasPrefix(".") && name != "__MACOSX" {
            let path = "\(folder)/\(name)"
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            if type == .typeDirectory, depth < Self.maxDepth {
                guard !isExport || !Self.foldersOfExport.contains(name) else { continue }
                try addFiles(in: path, depth: depth + 1)
            } else if type == .typeRegular {
                addFile(path, name, depth)
            } else {
                others += 1
            }
        }
    }

    private mutating func addFile(_ path: String, _ name: String, _ depth: Int) {
        if WorkoutFileFormat.isName(name) {
            workouts.append(ImportFile(path: path, kind: .workout))
        } else if kind == nil, name.lowercased().hasSuffix(".zip") {
            addArchive(path)
        } else if kind == nil, depth == 0, let type = ImportFile.type(ofTable: name) {
            tables.append(ImportFile(path: path, kind: .csv, type: type))
        } else {
            others += 1
        }
    }

    private mutating func addArchive(_ path: String) {
        do throws(FormatError) {
            if let kind = try ImportFile.kindOfExport(path) {
                exports.append(ImportFile(path: path, kind: kind))
            } else {
                otherArchives.append(path)
            }
        } catch {
            // The import says why it cannot be read, and continues.
            exports.append(ImportFile(path: path, kind: .appleHealth, fault: error))
        }
    }
}
