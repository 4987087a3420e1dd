import HearthClient
import HearthModel
import HearthWire

/// Finds which samples of a file are stored.
///
/// The UUIDs of most of them begin with the millisecond of their start. So what the store has of their time is read, and
/// compared here: to send the UUIDs of a file takes as many bytes as to send its samples, and the server would search each.
/// Samples are asked for by UUID if they are few, if their UUIDs say nothing about their time, or if the store has many more
/// samples of that time.
struct StoredSampleSearch: Sendable {
    /// What is known of a stored sample.
    struct Found: Sendable {
        /// The value of a quantity or category; nil for others.
        var number: Double?
        /// What is compared of a workout; nil for others.
        var workout: ComparedWorkout?
        /// The app as which it was imported, if that was asked for; nil for the samples of other apps.
        var owner: String?

        /// Whether a sample has the same value. Only numbers and workouts are compared.
        func hasValue(of samples: SampleColumns, _ row: Int) -> Bool {
            if let workout, let other = ComparedWorkout(samples, row) { return workout.hasValues(of: other) }
            guard let number, let other = samples.number(row) else { return true }
            return SampleTolerance.areEqual(number, other)
        }
    }

    let connection: Connection
    let wantsOwners: Bool

    /// The number of samples that are asked for by UUID: a frame of 4 KB.
    private static let few = 256
    /// Samples that are read for each one that is searched, at most.
    private static let readMax = 2

    /// For each sample what is stored with its UUID; nil: nothing. `apps`: those that may have saved it; empty: any.
    func find(_ samples: SampleColumns, of apps: Set<String> = []) async throws -> [Found?] {
        if samples.count > Self.few, let times = Self.times(samples) {
            let terms: [Predicate.Term] = [.interval(times)] + (apps.isEmpty ? [] : [.sources(apps.sorted())])
            if let found = try await read(samples, terms) { return found }
        }
        var found = [Found?](repeating: nil, count: samples.count)
        var rows = RowsByID(samples.ids)
        let lookup = SampleLookup(connection: connection)
        try await lookup.each(of: Set(samples.ids), types: [samples.type]) { note($0, samples.sources, &rows, &found) }
        return found
    }

    /// The samples that are stored and do not belong to a workout. One query finds them, because the server gathers the
    /// samples of the workout for each.
    func others(of samples: [SampleColumns], than workout: ObjectID) async throws -> [ObjectID] {
        let clauses = samples.map { samples in
            let times = Self.times(samples).map { [Predicate.Term.interval($0)] } ?? []
            return Clause(type: samples.type, predicate: Predicate(terms: times + [.inWorkout(workout), .noneOf(1)]))
        }
        var rows = samples.map { RowsByID($0.ids) }
        var others: [ObjectID] = []
        for try await batch in connection.query(QuerySamples(clauses: clauses)) {
            for columns in batch.columns {
                for index in samples.indices where samples[index].type == columns.type {
                    for id in columns.ids {
                        rows[index].each(of: id) { _ in others.append(id) }
                    }
                }
            }
        }
        return others
    }

    /// Reads what matches; nil if that is much more than the samples.
    private func read(_ samples: SampleColumns, _ terms: [Predicate.Term]) async throws -> [Found?]? {
        let limit = Self.few + Self.readMax * samples.count
        let clause = Clause(type: samples.type, predicate: Predicate(terms: terms))
        var found = [Found?](repeating: nil, count: samples.count)
        var rows = RowsByID(samples.ids)
        var count = 0
        for try await batch in connection.query(QuerySamples(clauses: [clause], limit: UInt64(limit))) {
            for columns in batch.columns {
                count += columns.count
                note(columns, samples.sources, &rows, &found)
            }
        }
        return count < limit ? found : nil
    }

    private func note(
        _ columns: SampleColumns,
        _ sources: Set<String>,
        _ rows: inout RowsByID,
        _ found: inout [Found?]
    ) {
        for (index, id) in columns.ids.enumerated() {
            rows.each(of: id) { row in
                let owner = wantsOwners ? columns.provenance[index]?.importingApp(from: sources) : nil
                found[row] = Found(
                    number: columns.number(index),
                    workout: ComparedWorkout(columns, index),
                    owner: owner
                )
            }
        }
    }

    /// The time in which all samples with these UUIDs start; nil unless the UUIDs begin with it.
    private static func times(_ samples: SampleColumns) -> Interval? {
        guard var (first, last) = samples.starts.first.map({ ($0, $0) }) else { return nil }
        for (id, start) in zip(samples.ids, samples.starts) {
            guard id.beginsWithMillisecond(of: start) else { return nil }
            first = min(first, start)
            last = max(last, start)
        }
        // A sample with the same UUID starts in the same millisecond.
        return Interval(start: first.adding(-millisecond), end: last.adding(millisecond), strictStart: true)
    }

    private static let millisecond: Int64 = 1_000_000
}

extension ObjectID {
    /// Whether it is a UUID of version 7 whose first 48 bits are the millisecond of a time.
    fileprivate func beginsWithMillisecond(of time: Timestamp) -> Bool {
        version == 7 && high >> 16 == UInt64(bitPattern: time.nanoseconds / 1_000_000) & 0xFFFF_FFFF_FFFF
    }
}

extension Timestamp {
    /// A valid time about this many nanoseconds later.
    func adding(_ nanoseconds: Int64) -> Timestamp? {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        let time = Timestamp(nanoseconds: sum)
        return overflow || !time.isValid ? nil : time
    }
}
