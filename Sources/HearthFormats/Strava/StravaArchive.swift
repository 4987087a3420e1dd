import Foundation

/// Strava's archive of an account, as the zip or as the folder that it unpacks to.
///
/// Each recorded activity has a file, as it was uploaded: GPX, TCX or FIT, often compressed by gzip. `activities.csv`
/// lists all activities, those without a file as well. Its names of columns are in the language of the account and occur
/// twice, so a row is read by its content.
package final class StravaArchive {
    /// An activity with a file.
    package struct Activity: Sendable {
        /// The path of the file in the archive.
        package let path: String
        /// What the list says; nil: it does not have the activity.
        package let listed: ListedActivity?
        fileprivate let place: Place
    }

    fileprivate enum Place: Sendable {
        case entry(ZipArchive.Entry)
        case file(String)
    }

    private static let folder = "activities"
    private static let list = "activities.csv"
    private static let suffixes = ["gpx", "tcx", "fit"].flatMap { [".\($0)", ".\($0).gz"] }
    private static let mostListBytes = 256 << 20

    /// The activities with a file, in the order of their paths.
    package let activities: [Activity]
    /// The number of activities in the list that have no file, because they were typed in or their file is missing.
    package let activitiesWithoutFile: Int
    private let archive: ZipArchive?

    /// Nil: the path has another kind of file or folder. Throws if the archive or its list cannot be read.
    package init?(at path: String) throws(WorkoutFileError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw WorkoutFileError(.unreadable, at: 0)
        }
        let archive = isFolder.boolValue ? nil : try ZipArchive.opened(path)
        guard isFolder.boolValue || archive != nil else { return nil }
        let places = archive.map(Self.places) ?? Self.places(in: path)
        guard let list = places.first(where: { Self.parts($0.path).last == Self.list[...] }) else { return nil }
        var rows = try Self.rows(Self.source(list.place, archive))
        var found: [Activity] = []
        for (path, place) in places where Self.isActivity(path) {
            found.append(Activity(path: path, listed: rows.take(Self.name(path)), place: place))
        }
        activities = found.sorted { $0.path < $1.path }
        activitiesWithoutFile = rows.count
        self.archive = archive
    }

    /// Reads the file of an activity.
    package func read(_ activity: Activity) throws(WorkoutFileError) -> WorkoutFile {
        try WorkoutFile(Self.source(activity.place, archive))
    }

    private static func source(_ place: Place, _ archive: ZipArchive?) throws(WorkoutFileError) -> any ByteSource {
        switch place {
        case .file(let path): return try FileSource(path)
        case .entry(let entry):
            guard let archive else { throw WorkoutFileError(.unreadable, at: 0) }
            return try archive.source(entry)
        }
    }

    // MARK: - Files

    private static func places(_ archive: ZipArchive) -> [(path: String, place: Place)] {
        archive.entries.filter { !$0.name.contains("__MACOSX/") }.map { ($0.name, .entry($0)) }
    }

    private static func places(in folder: String) -> [(path: String, place: Place)] {
        func names(_ folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        }
        let files = names("\(folder)/\(Self.folder)").prefix(ZipArchive.mostEntries).map { "\(Self.folder)/\($0)" }
        return (names(folder).filter { $0 == list } + files).map { ($0, .file("\(folder)/\($0)")) }
    }

    private static func isActivity(_ path: String) -> Bool {
        let parts = parts(path)
        guard let name = parts.last, !name.hasPrefix("."), parts.dropLast().last == folder[...] else { return false }
        return suffixes.contains { name.lowercased().hasSuffix($0) }
    }

    private static func parts(_ path: String) -> [Substring] { path.split(separator: "/") }

    private static func name(_ path: String) -> String { String(parts(path).last ?? "") }

    // MARK: - The list

    /// The rows that no file was found for yet.
    private struct Rows {
        private var byFile: [String: ListedActivity] = [:]
        private var withoutFile = 0

        var count: Int { byFile.count + withoutFile }

        /// A row has the identifier, the date, the name and the type of an activity, and later on the path of its file.
        mutating func add(_ fields: [String]) {
            let activity = ListedActivity(
                name: fields.count > 2 && !fields[2].isEmpty ? fields[2] : nil,
                sport: SportNames.sport(fields.count > 3 ? fields[3] : nil)
            )
            let file = fields.dropFirst(4).first { $0.hasPrefix("\(StravaArchive.folder)/") && isActivity($0) }
            if let file, byFile[name(file)] == nil {
                byFile[name(file)] = activity
            } else {
                withoutFile += 1
            }
        }

        mutating func take(_ file: String) -> ListedActivity? { byFile.removeValue(forKey: file) }
    }

    private static func rows(_ source: any ByteSource) throws(WorkoutFileError) -> Rows {
        var reader = CSVReader()
        var rows = Rows()
        var offset = 0
        var isHeader = true
        func add(_ record: CSVReader.Record) {
            if !isHeader {
                rows.add(record.fields)
            }
            isHeader = false
        }
        do {
            while true {
                let bytes = try source.next()
                offset += bytes.count
                guard offset <= mostListBytes else { throw WorkoutFileError(.tooLong, at: offset) }
                guard !bytes.isEmpty else { break }
                reader.push(bytes)
                while try reader.next() {
                    add(reader.record)
                }
            }
            if try reader.lastRecord() {
                add(reader.record)
            }
        } catch let error as WorkoutFileError {
            throw error
        } catch {
            throw WorkoutFileError(.malformed, at: offset)
        }
        return rows
    }
}
