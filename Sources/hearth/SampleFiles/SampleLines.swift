import HearthModel

/// Reads a file of samples in parts, each of which is one save.
protocol SampleLines: ~Copyable {
    /// The next samples, each group of one type and unit; empty after the last. An error names the line.
    mutating func next() throws(CommandError) -> [NumberedSamples]
}

extension SampleLines where Self: ~Copyable {
    /// A part has this number of samples: about 4 MB, which the server writes in one go while the next ones are read.
    static var samplesPerPart: Int { 1 << 17 }
}

/// Samples with the line of the file that each of them comes from.
struct NumberedSamples: Sendable {
    var columns: SampleColumns
    var lines: [Int]
}
