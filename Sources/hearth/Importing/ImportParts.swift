import HearthModel

extension Array {
    /// The elements in parts of at most a number.
    func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}

extension Array where Element: Sendable {
    /// Calls a function with each element, for several at once: with the next one as soon as it has ended for another.
    /// `willBegin` is called with the number of the elements before each.
    func forEach(
        atOnce most: Int,
        willBegin: (Int) -> Void = { _ in },
        _ body: @escaping @Sendable (Element) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, element) in enumerated() {
                if number >= most {
                    try await group.next()
                }
                willBegin(number)
                group.addTask { try await body(element) }
            }
            try await group.waitForAll()
        }
    }
}

extension SampleColumns {
    /// The same correlations in saves of a few, one after the other in time. Their members are stored, and the commit of a save
    /// reads whatever has UUIDs of the same time, of all types: other apps would wait while it reads years.
    var partsByTime: [[SampleColumns]] {
        let order = ids.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
        return order.parts(of: SampleColumns.correlationsPerSave).map { [selecting(.each(Array($0)))] }
    }

    private static let correlationsPerSave = 128
}

extension [SampleColumns] {
    var rowCount: Int { reduce(0) { $0 + $1.count } }

    /// The same samples in two parts. There are at least two.
    var halves: [[SampleColumns]] {
        guard count == 1 else { return [Array(self[..<(count / 2)]), Array(self[(count / 2)...])] }
        let middle = self[0].count / 2
        return [[self[0].slice(0..<middle)], [self[0].slice(middle..<self[0].count)]]
    }

    /// The same samples in parts of at most a number of rows.
    func parts(ofRows most: Int) -> [[SampleColumns]] {
        var parts: [[SampleColumns]] = []
        var room = 0
        for samples in self {
            var start = 0
            while start < samples.count {
                if room == 0 {
                    parts.append([])
                    room = most
                }
                let end = Swift.min(start + room, samples.count)
                parts[parts.count - 1].append(samples.slice(start..<end))
                room -= end - start
                start = end
            }
        }
        return parts
    }
}
