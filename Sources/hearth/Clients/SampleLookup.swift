import HearthClient
import HearthModel
import HearthWire

/// Finds stored samples by their UUIDs.
struct SampleLookup: Sendable {
    let connection: Connection

    /// A query names this number of UUIDs at most.
    private static let idsPerQuery = 1 << 14

    /// Calls a function with the samples of the types that have one of the UUIDs.
    func each(
        of ids: Set<ObjectID>,
        types: [ObjectType],
        unit: Unit? = nil,
        _ body: (SampleColumns) async throws -> Void
    ) async throws {
        let ids = ids.sorted()
        for start in stride(from: 0, to: ids.count, by: SampleLookup.idsPerQuery) {
            let part = Array(ids[start..<min(start + SampleLookup.idsPerQuery, ids.count)])
            let predicate = Predicate(terms: [.ids(part)])
            let clauses = types.map { Clause(type: $0, predicate: predicate, unit: unit) }
            for try await batch in connection.query(QuerySamples(clauses: clauses)) {
                for columns in batch.columns {
                    try await body(columns)
                }
            }
        }
    }
}
