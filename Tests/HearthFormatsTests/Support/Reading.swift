import Foundation
import HearthFormats

/// Reads a text as a file.
func read(_ text: String) throws(FormatError) -> WorkoutFile {
    try WorkoutFile(Data(text.utf8))
}

/// Reads bytes in pieces of one size.
func read(_ bytes: [UInt8], piece: Int) throws(FormatError) -> (
    workouts: [RecordedWorkout], notices: [WorkoutFileNotice]
) {
    var reader = WorkoutFileReader()
    var workouts: [RecordedWorkout] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
        workouts += try reader.read(bytes[start..<min(start + piece, bytes.count)].span.bytes)
    }
    workouts += try reader.finish()
    return (workouts, reader.notices)
}

/// The error of a file that has to be refused.
func error(of bytes: [UInt8]) -> FormatError? {
    do throws(FormatError) {
        _ = try WorkoutFile(Data(bytes))
        return nil
    } catch {
        return error
    }
}

func error(of text: String) -> FormatError? {
    error(of: Array(text.utf8))
}

/// Seconds since 1970 as a date.
func unix(_ seconds: Double) -> Date {
    Date(timeIntervalSince1970: seconds)
}
