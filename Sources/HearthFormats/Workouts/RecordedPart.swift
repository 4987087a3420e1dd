package import Foundation

/// Which part of its file a workout is: what a file that was cut off, or exported again, says too.
package struct RecordedPart: Hashable, Sendable {
    /// A session of a FIT file.
    package struct Session: Hashable, Sendable {
        package var start: Date
        /// How many later sessions of the file have the same start. The last one has the points of them all.
        package var laterOnes = 0

        package init(start: Date, laterOnes: Int = 0) {
            self.start = start
            self.laterOnes = laterOnes
        }
    }

    /// The first point of a FIT file.
    package var firstPoint: RecordedLocation?
    /// When the first point of a FIT file was recorded, also without a location.
    package var firstTime: Date?
    /// How many earlier tracks or activities of a GPX or TCX file have the same start.
    package var earlierOnes = 0
    /// The session of a FIT file; nil for the first one, whose start a cut file may not have.
    package var session: Session?
    /// Whether the file ends within this workout.
    package var isCut = false

    package init() {}
}

/// Counts the workouts of a file that have the same start.
struct StartCounter {
    private var counts: [Date: Int] = [:]

    /// The number of earlier workouts with this start.
    mutating func next(_ start: Date) -> Int {
        defer { counts[start, default: 0] += 1 }
        return counts[start, default: 0]
    }
}
