internal import HearthClient
internal import HearthModel
internal import HearthWire

extension Connection {
    /// A stored sample with the contents of its series; nil: it is not stored any more.
    func contents(of sample: HKSample) async throws -> SampleColumns.Payload? {
        let clause = Clause(type: sample.type, predicate: Predicate(terms: [.ids([sample.id])]))
        for try await batch in query(QuerySamples(clauses: [clause], includeSeries: true)) {
            if let columns = batch.columns.first {
                return columns.payload
            }
        }
        return nil
    }

    /// The locations of a route.
    func locations(of route: HKWorkoutRoute) async throws -> [CLLocation] {
        guard case .route(let columns) = try await contents(of: route) else { throw HearthError.goneSeries }
        return columns.locations(0)
    }

    /// The beats of a series.
    func beats(of series: HKHeartbeatSeriesSample) async throws -> [Heartbeat] {
        guard case .heartbeat(let columns) = try await contents(of: series) else { throw HearthError.goneSeries }
        return columns.beats(0)
    }

    /// The voltages of an electrocardiogram.
    func measurements(
        of electrocardiogram: HKElectrocardiogram
    ) async throws -> [HKElectrocardiogram.VoltageMeasurement] {
        guard case .record(let columns) = try await contents(of: electrocardiogram) else {
            throw HearthError.goneSeries
        }
        return electrocardiogram.measurements(columns.voltages)
    }
}

extension HearthError {
    fileprivate static let goneSeries = HearthError(.objectNotFound, "The series is not in the store, or not any more.")
}
