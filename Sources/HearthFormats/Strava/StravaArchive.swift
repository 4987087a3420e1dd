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
        fileprivate let origin: Origin
    }

    fileprivate enum Origin: Sendable {
        case entry(ZipArchive.Entry)
        case file(String)
    }

    private static let list = "activities.csv"

    /// The activities with a file, in the order of their paths.
    package let activities: [Activity]
    /// The number of activities in the list that have no file, because they were typed in or their file is missing.
    package let activitiesWithoutFile: Int
    private let archive: ZipArchive?

    /// Nil if the path has another kind of file or folder. Throws if the archive or its list cannot be read.
    package init?(at path: String) throws(FormatError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw FormatError(.unreadable, at: 0)
        }
        let archive = isFolder.boolValue ? nil : try ZipArchive.opened(path)
        guard isFolder.boolValue || archive != nil else { return nil }
        let all = archive.map(Self.files) ?? Self.files(in: path)
        guard let list = all.first(where: { $0.path.split(separator: "/").last == Self.list[...] }) else {
            return nil
        }
        let files = all.filter { StravaList.isActivity($0.path) }.sorted { $0.path < $1.path }
        let (listed, rest) = try StravaList(Self.source(list.origin, archive)).matched(files.map(\.path))
        activities = files.map { Activity(path: $0.path, listed: listed[$0.path], origin: $0.origin) }
        activitiesWithoutFile = rest
        self.archive = archive
    }

    /// Reads the file of an activity. If it names no sport, that of the list decides what its cadence and its distance are.
    package func read(_ activity: Activity) throws(FormatError) -> WorkoutFileSource {
        try WorkoutFileSource(Self.source(activity.origin, archive), listedSport: activity.listed?.sport)
    }

    private static func source(_ origin: Origin, _ archive: ZipArchive?) throws(FormatError) -> any ByteSource {
        switch origin {
        case .file(let path): return try FileSource(path, followsLinks: false)
        case .entry(let entry):
            guard let archive else { throw FormatError(.unreadable, at: 0) }
            return try archive.source(entry)
        }
    }

    // MARK: - Files

    private static func files(_ archive: ZipArchive) -> [(path: String, origin: Origin)] {
        archive.entries.filter { !$0.name.contains("__MACOSX/") }.map { ($0.name, .entry($0)) }
    }

    private static func files(in folder: String) -> [(path: String, origin: Origin)] {
        let lists = FolderListing.names(in: folder, mayBeLink: true).filter { $0 == list }
        let files = FolderListing.names(in: "\(folder)/\(StravaList.folder)").prefix(ZipArchive.maxEntries).map {
            "\(StravaList.folder)/\($0)"
        }
        return (lists + files).map { ($0, .file("\(folder)/\($0)")) }
    }
}
