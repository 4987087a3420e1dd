import Foundation

/// The files of an export, in an archive or in a folder.
struct HealthExportFiles {
    private enum Place {
        case archive(ZipArchive, path: String, ZipArchive.Entry, routes: [String: ZipArchive.Entry])
        case folder(document: String, routes: [String: String])
    }

    private let place: Place
    /// The number of files with electrocardiograms.
    private(set) var electrocardiograms = 0

    private static let headBytes = 64 << 10
    private static let mark = Array("<HealthData".utf8)
    private static let routeFolder = "workout-routes"
    private static let electrocardiogramFolder = "electrocardiograms"
    /// The folder may be inside of the one that was given.
    private static let mostDepth = 3
    private static let mostFiles = 500_000

    /// Nil: none of them is an export.
    init?(_ path: String) throws(WorkoutFileError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw WorkoutFileError(.unreadable, at: 0)
        }
        if isFolder.boolValue {
            try self.init(folder: path)
        } else {
            if let archive = try ZipArchive.opened(path) {
                try self.init(archive: archive, at: path)
            } else {
                guard Self.isDocument(try FileSource(path).next()) else { return nil }
                let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
                self.init(document: path, in: folder)
            }
        }
    }

    private init?(archive: ZipArchive, at path: String) throws(WorkoutFileError) {
        var routes: [String: ZipArchive.Entry] = [:]
        var documents: [ZipArchive.Entry] = []
        for entry in archive.entries where !entry.name.contains("__MACOSX/") {
            let parts = entry.name.split(separator: "/")
            guard let name = parts.last else { continue }
            let folder = parts.dropLast().last ?? ""
            if name.hasSuffix(".gpx") {
                routes[Self.routeName(entry.name)] = entry
            } else if name.hasSuffix(".xml") {
                documents.append(entry)
            } else if name.hasSuffix(".csv"), folder == Self.electrocardiogramFolder {
                electrocardiograms += 1
            }
        }
        // The document is the largest, so the first candidate usually is it.
        for entry in documents.sorted(by: { $0.byteCount > $1.byteCount }).prefix(8) {
            if Self.isDocument(try archive.source(entry).next()) {
                place = .archive(archive, path: path, entry, routes: routes)
                return
            }
        }
        return nil
    }

    private init?(folder: String) throws(WorkoutFileError) {
        var documents: [(path: String, size: Int)] = []
        for path in Self.files(in: folder) where path.hasSuffix(".xml") {
            let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
            documents.append((path, size))
        }
        for (path, _) in documents.sorted(by: { $0.size > $1.size }).prefix(8) {
            if Self.isDocument(try FileSource(path).next()) {
                self.init(
                    document: path,
                    in: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
                )
                return
            }
        }
        return nil
    }

    /// The routes of a document are in a folder beside it.
    private init(document: String, in folder: String) {
        func files(_ name: String, _ suffix: String) -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? []
            return names.filter { $0.hasSuffix(suffix) }.prefix(Self.mostFiles).map { "\(folder)/\(name)/\($0)" }
        }
        let routes = files(Self.routeFolder, ".gpx").map { (Self.routeName($0), $0) }
        place = .folder(document: document, routes: Dictionary(routes, uniquingKeysWith: { first, _ in first }))
        electrocardiograms = files(Self.electrocardiogramFolder, ".csv").count
    }

    private static func files(in folder: String, depth: Int = 0) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var files: [String] = []
        for name in names.sorted().prefix(mostFiles) where name != "__MACOSX" && !name.hasPrefix("._") {
            let path = "\(folder)/\(name)"
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            if type == .typeRegular {
                files.append(path)
            } else if type == .typeDirectory, depth + 1 < mostDepth {
                files += Self.files(in: path, depth: depth + 1)
            }
        }
        return files
    }

    /// The root element comes after a document type declaration of about 10 kB.
    private static func isDocument(_ head: [UInt8]) -> Bool {
        let head = head.prefix(headBytes)
        return head.indices.contains { head[$0...].starts(with: mark) }
    }

    /// The export's own paths and those of the files differ before the last part.
    private static func routeName(_ path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    // MARK: - Files

    /// The XML. The archive is opened a second time, because a thread of its own decompresses it.
    func document() throws(WorkoutFileError) -> any ByteSource {
        switch place {
        case .archive(_, let path, let entry, _):
            ReadAheadSource(byteCount: entry.byteCount) { () throws(WorkoutFileError) in
                try ZipArchive(path).source(entry)
            }
        case .folder(let document, _):
            try FileSource(document)
        }
    }

    /// The file of a route by its path in the export; nil: there is none.
    func route(_ path: String) throws(WorkoutFileError) -> (any ByteSource)? {
        switch place {
        case .archive(let archive, _, _, let routes):
            guard let entry = routes[Self.routeName(path)] else { return nil }
            return try archive.source(entry)
        case .folder(_, let routes):
            guard let file = routes[Self.routeName(path)] else { return nil }
            return try FileSource(file)
        }
    }
}
