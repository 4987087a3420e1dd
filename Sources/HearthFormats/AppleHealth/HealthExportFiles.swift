import Foundation

/// The files of an export, in an archive or in a folder.
struct HealthExportFiles {
    private enum Place {
        case archive(ZipArchive, path: String, ZipArchive.Entry)
        case folder(document: String)
    }

    private let place: Place
    /// The files of routes and clinical records, by their names.
    private let files: [String: AttachedFile]
    /// The files of electrocardiograms.
    let electrocardiograms: [AttachedFile]

    private static let headBytes = 64 << 10
    private static let mark = Array("<HealthData".utf8)
    private static let folders = ["workout-routes", "clinical-records"]
    private static let suffixes = [".gpx", ".json"]
    private static let electrocardiogramSuffix = ".csv"
    /// The folder may be inside of the one that was given.
    private static let maxDepth = 3
    private static let maxFiles = 500_000

    /// Nil if none of them is an export.
    init?(_ path: String) throws(FormatError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw FormatError(.unreadable, at: 0)
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

    private init?(archive: ZipArchive, at path: String) throws(FormatError) {
        var files: [String: AttachedFile] = [:]
        var electrocardiograms: [(name: String, file: AttachedFile)] = []
        var documents: [ZipArchive.Entry] = []
        for entry in archive.entries where !entry.name.contains("__MACOSX/") {
            let name = Self.name(entry.name)
            let file = AttachedFile.entry(entry, archive)
            if Self.suffixes.contains(where: name.hasSuffix) {
                files[name] = file
            } else if name.hasSuffix(".xml") {
                documents.append(entry)
            } else if name.hasSuffix(Self.electrocardiogramSuffix) {
                // The name of their folder depends on the language. An export has no other files of this kind.
                electrocardiograms.append((name, file))
            }
        }
        self.files = files
        self.electrocardiograms = electrocardiograms.sorted { $0.name < $1.name }.map(\.file)
        // The document is the largest, so the first candidate usually is it.
        for entry in documents.sorted(by: { $0.byteCount > $1.byteCount }).prefix(8) {
            if Self.isDocument(try archive.source(entry).next()) {
                place = .archive(archive, path: path, entry)
                return
            }
        }
        return nil
    }

    private init?(folder: String) throws(FormatError) {
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

    /// The other files of an export are in folders next to its document.
    private init(document: String, in parent: String) {
        let folder = parent.hasSuffix("/") ? String(parent.dropLast()) : parent
        func files(_ name: String, _ suffixes: [String]) -> [(name: String, file: AttachedFile)] {
            let names = FolderListing.names(in: "\(folder)/\(name)")
            let found = names.filter { name in suffixes.contains(where: name.hasSuffix) }
            return found.prefix(Self.maxFiles).map { ($0, .path("\(folder)/\(name)/\($0)")) }
        }
        place = .folder(document: document)
        self.files = Dictionary(
            Self.folders.flatMap { files($0, Self.suffixes) }.map { ($0.name, $0.file) },
            uniquingKeysWith: { first, _ in first }
        )
        // The name of their folder depends on the language, so its first file tells what it is.
        let others = FolderListing.names(in: folder, mayBeLink: true)
        electrocardiograms = others.filter { !Self.folders.contains($0) }.flatMap { name in
            let found = files(name, [Self.electrocardiogramSuffix]).map(\.file)
            return found.prefix(Self.maxLookedAt).contains(where: ElectrocardiogramFile.isLike) ? found : []
        }
    }

    /// A folder next to a document may be of anything else.
    private static let maxLookedAt = 8

    private static func files(in folder: String, depth: Int = 0) -> [String] {
        let names = FolderListing.names(in: folder, mayBeLink: depth == 0)
        var files: [String] = []
        for name in names.prefix(maxFiles) where name != "__MACOSX" && !name.hasPrefix("._") {
            let path = "\(folder)/\(name)"
            let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            if type == .typeRegular {
                files.append(path)
            } else if type == .typeDirectory, depth + 1 < maxDepth {
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
    private static func name(_ path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    // MARK: - Files

    /// The XML. The archive is opened a second time, because a thread of its own decompresses it.
    func document() throws(FormatError) -> any ByteSource {
        switch place {
        case .archive(_, let path, let entry):
            ReadAheadSource(byteCount: entry.byteCount) { () throws(FormatError) in
                try ZipArchive(path).source(entry)
            }
        case .folder(let document):
            try FileSource(document)
        }
    }

    /// A file by its path in the export; nil: there is none.
    func file(_ path: String) throws(FormatError) -> (any ByteSource)? {
        try files[Self.name(path)]?.source()
    }
}
