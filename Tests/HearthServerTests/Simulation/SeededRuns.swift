/// Runs of a simulation with one seed after the other, on several threads.
struct SeededRuns {
    let count: Int
    let first: UInt64

    private static let parts = 4

    /// What has happened in all of them.
    func occurrences<Planned>(
        _ run: @escaping @Sendable (_ seed: UInt64) throws -> Occurrences<Planned>
    ) async throws -> Occurrences<Planned> {
        var occurrences = Occurrences<Planned>()
        try await withThrowingTaskGroup(of: Occurrences<Planned>.self) { group in
            for part in 0..<Self.parts {
                group.addTask {
                    var found = Occurrences<Planned>()
                    for index in stride(from: part, to: count, by: Self.parts) {
                        found.add(try run(first &+ UInt64(index)))
                    }
                    return found
                }
            }
            for try await found in group {
                occurrences.add(found)
            }
        }
        return occurrences
    }
}
