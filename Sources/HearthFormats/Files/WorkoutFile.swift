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

    private static let pieceBytes = 256 << 10

    /// Reads the file at `url` from start to end.
    public init(contentsOf url: URL) throws(WorkoutFileError) {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: url)
        } catch {
            throw WorkoutFileError(.unreadable, at: 0)
        }
        defer { try? file.close() }
        var offset = 0
        try self.init { () throws(WorkoutFileError) in
            do {
                let piece = try file.read(upToCount: Self.pieceBytes) ?? Data()
                offset += piece.count
                return piece
            } catch {
                throw WorkoutFileError(.unreadable, at: offset)
            }
        }
    }

    /// Reads a file that is in memory.
    public init(_ data: Data) throws(WorkoutFileError) {
        var rest = data
        try self.init { () throws(WorkoutFileError) in
            defer { rest = Data() }
            return rest
        }
    }

    /// Reads pieces until an empty one comes.
    private init(pieces next: () throws(WorkoutFileError) -> Data) throws(WorkoutFileError) {
        var reader = WorkoutFileReader()
        var workouts: [RecordedWorkout] = []
        while true {
            let piece = try next()
            guard !piece.isEmpty else { break }
            workouts += try reader.read(piece.bytes)
        }
        workouts += try reader.finish()
        guard let format = reader.format else { throw WorkoutFileError(.unknownFormat, at: 0) }
        self.format = format
        self.workouts = workouts
        notices = reader.notices
    }
}
