/// Why the benchmark could not go on, and what to do.
struct StoreBenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
