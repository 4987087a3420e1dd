public import Foundation

/// The workouts in a file: GPX, TCX or FIT.
///
/// ```swift
/// let file = try WorkoutFile(contentsOf: URL(filePath: "morning-run.gpx"))
/// for workout in file.workouts {
///     print(workout.start, workout.locations.count, workout.totals.distance ?? 0)
/// }
/// for notice in file.notices {
///     print("left out: \(notice)")
/// }
/// ```
///
/// The content decides the format, not the name of the file. To read a file that does not fit into memory, or that
/// arrives in pieces, use ``WorkoutFileReader``.
public struct WorkoutFile: Sendable {
    /// The format of the file.
    public let format: WorkoutFileFormat
    /// The workouts, in the order of the file. An archive of tracks has several.
    public let workouts: [RecordedWorkout]
    /// The omissions, with their reasons.
    public let notices: [WorkoutFileNotice]

    /// Reads the file at `url` from start to end. It may be compressed by gzip.
    public init(contentsOf url: URL) throws(FormatError) {
        try self.init(FileSource(url.path(percentEncoded: false)))
    }

    /// Reads a file that is in memory. It may be compressed by gzip.
    public init(_ data: Data) throws(FormatError) {
        try self.init(MemorySource([UInt8](data), pieceBytes: data.count))
    }

    /// Reads a file from start to end.
    init(_ file: any ByteSource) throws(FormatError) {
        let source = try WorkoutFileSource(file)
        var workouts: [RecordedWorkout] = []
        while let complete = try source.next() {
            workouts += complete
        }
        guard let format = source.format else { throw FormatError(.unknownFormat, at: 0) }
        self.format = format
        self.workouts = workouts
        notices = source.notices
    }

    /// The format of a file, by its first bytes; nil for any other format.
    package static func format(at path: String) throws(FormatError) -> WorkoutFileFormat? {
        let source = try WorkoutFileSource(path)
        // A short file is known when it ends.
        while source.format == nil {
            guard (try? source.next()) != nil else { break }
        }
        return source.format
    }
}
