import Foundation
internal import HearthFormats
internal import HearthModel

/// A file of one format is read in pieces of any size with the same result, and all that comes of it can be saved.
///
/// Input: a byte for the size of the pieces, then the file, which gzip may have compressed. A file of another format is left
/// to that format's target.
func checkWorkoutFile(_ input: [UInt8], _ format: WorkoutFileFormat) {
    guard let piece = input.first else { return }
    let bytes = Array(input.dropFirst())
    let read = try? WorkoutFile(Data(bytes))
    let whole = workouts(bytes, pieceBytes: max(1, bytes.count))
    guard (whole.format ?? read?.format ?? format) == format else { return }
    let pieces = workouts(bytes, pieceBytes: Int(piece) + 1)
    precondition(whole.error == pieces.error, "pieces end with another error")
    precondition(whole.workouts == pieces.workouts, "pieces hold other workouts")
    for workout in whole.workouts + (read?.workouts ?? []) {
        guard let samples = WorkoutSamples(workout, from: format, key: nil) else { continue }
        checkColumns(samples.quantities + [samples.workout] + samples.routes)
    }
}

/// The workouts of a file up to its end or its first error.
private func workouts(
    _ bytes: [UInt8],
    pieceBytes: Int
) -> (format: WorkoutFileFormat?, workouts: [RecordedWorkout], error: FormatError?) {
    var reader = WorkoutFileReader()
    var workouts: [RecordedWorkout] = []
    do throws(FormatError) {
        for start in stride(from: 0, to: bytes.count, by: pieceBytes) {
            workouts += try reader.read(bytes[start..<min(start + pieceBytes, bytes.count)].span.bytes)
        }
        workouts += try reader.finish()
        return (reader.format, workouts, nil)
    } catch {
        return (reader.format, workouts, error)
    }
}
