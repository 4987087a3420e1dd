import HearthClient
import HearthModel
import HearthWire

/// Finds stored samples by their UUIDs.
struct SampleLookup: Sendable {
    let connection: Connection

    /// A query names this number of UUIDs at most, over all its clauses.
    private static let idsPerQuery = 1 << 14

    /// Calls a function with the samples of the types that have one of the UUIDs.
    func each(
        of ids: Set<ObjectID>,
        types: [ObjectType],
        unit: Unit? = nil,
        includesSeries: Bool = false,
        _ body: (SampleColumns) async throws -> Void
    ) async throws {
        try await eachBatch(of: ids, types: types, unit: unit, includesSeries: includesSeries) { batch in
            for columns in batch.columns {
                try await body(columns)
            }
        }
    }

    /// Calls a function with the samples of the types that have one of the UUIDs, and with the members of correlations.
    func eachBatch(
        of ids: Set<ObjectID>,
        types: [ObjectType],
        unit: Unit? = nil,
        includesSeries: Bool = false,
        _ body: (SampleBatch) async throws -> Void
    ) async throws {
        let ids = ids.sorted()
        let most = max(SampleLookup.idsPerQuery / max(types.count, 1), 1)
        for start in stride(from: 0, to: ids.count, by: most) {
            let part = Array(ids[start..<min(start + most, ids.count)])
            let predicate = Predicate(terms: [.ids(part)])
            let clauses = types.map { Clause(type: $0, predicate: predicate, unit: unit) }
            for try await batch in connection.query(QuerySamples(clauses: clauses, includeSeries: includesSeries)) {
                try await body(batch)
            }
        }
    }
}
