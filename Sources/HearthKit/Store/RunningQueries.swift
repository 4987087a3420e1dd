internal import HearthSystem

/// The queries that a store object runs until they are stopped.
final class RunningQueries: Sendable {
    private let queries = Guarded<[ObjectIdentifier: HKQuery]>([:])

    func insert(_ query: HKQuery) {
        queries.withLock { $0[ObjectIdentifier(query)] = query }
    }

    func remove(_ query: HKQuery) {
        queries.withLock { $0[ObjectIdentifier(query)] = nil }
    }

    func stopAll() {
        let all = queries.withLock { queries in
            defer { queries = [:] }
            return Array(queries.values)
        }
        for query in all {
            query.cancel()
        }
    }
}
