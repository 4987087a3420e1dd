/// Hearth's store and its comparison, with the same samples, or as many as time permits.
struct StorePair {
    let hearth: StoreLane
    let rows: StoreLane

    /// In the order of a report's columns.
    var lanes: [StoreLane] { [hearth, rows] }

    /// The UUIDs that both have.
    var name: String { hearth.identifiers.name }

    func settle() throws {
        try lanes.forEach { try $0.settle() }
    }

    func close() throws {
        try lanes.forEach { try $0.close() }
    }

    func row(
        _ name: String,
        _ metric: Metric,
        _ measure: (StoreLane) throws -> Measurement
    ) rethrows -> StoreReport.Row {
        StoreReport.Row(name, metric, try lanes.map(measure))
    }
}
