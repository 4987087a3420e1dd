/// Returns the elements of a series one by one. The first `next()` reads the series.
struct SeriesElements<Element: Sendable>: Sendable {
    private let read: @Sendable () async throws -> [Element]
    private var elements: [Element]?
    private var next = 0

    init(_ read: @escaping @Sendable () async throws -> [Element]) {
        self.read = read
    }

    nonisolated(nonsending) mutating func popFirst() async throws -> Element? {
        do {
            let elements = if let elements { elements } else { try await read() }
            self.elements = elements
            try Task.checkCancellation()
            guard next < elements.count else { return nil }
            next += 1
            return elements[next - 1]
        } catch {
            throw HKError.translated(error)
        }
    }
}
