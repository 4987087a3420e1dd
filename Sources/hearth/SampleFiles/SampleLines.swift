import HearthModel

/// Reads a file of samples in parts, each of which is one save.
protocol SampleLines: ~Copyable {
    /// The next samples, each group of one type and unit; empty after the last. An error names the line.
    mutating func next() throws(CommandError) -> [NumberedSamples]

    /// The samples that were left out because the file does not hold all of them.
    var skipped: [ObjectType: Int] { get }

    /// The samples that belong to workouts of the file.
    var workoutMembers: [WorkoutMembers] { get }
}

extension SampleLines where Self: ~Copyable {
    /// A part has this number of samples: about 4 MB, which the server writes in one go while the next ones are read.
    static var samplesPerPart: Int { 1 << 17 }

    var skipped: [ObjectType: Int] { [:] }
    var workoutMembers: [WorkoutMembers] { [] }
}

/// Samples with the line of the file that each of them comes from.
struct NumberedSamples: Sendable {
    var columns: SampleColumns
    var lines: [Int]
}
