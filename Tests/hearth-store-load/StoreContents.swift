package import HearthModel
package import HearthStore

/// What a reader sees in a store.
package struct StoreContents: Equatable, Sendable {
    /// Each sample by itself.
    package var samples: [ObjectID: SampleColumns]
    /// For each workout the samples that are associated with it.
    package var inWorkouts: [ObjectID: Set<ObjectID>]
    package var characteristics: CharacteristicValues
    /// Of the load's app.
    package var registrations: [BackgroundRegistration]

    package init(
        samples: [ObjectID: SampleColumns] = [:],
        inWorkouts: [ObjectID: Set<ObjectID>] = [:],
        characteristics: CharacteristicValues = CharacteristicValues(),
        registrations: [BackgroundRegistration] = []
    ) {
        self.samples = samples
        self.inWorkouts = inWorkouts
        self.characteristics = characteristics
        self.registrations = registrations
    }

    /// Reads everything of the load's types. Throws what the store throws, or a `Violation` when the store contradicts
    /// itself.
    package init(_ reader: StoreReader, _ snapshot: Snapshot) throws {
        self.init(
            characteristics: snapshot.characteristics,
            registrations: snapshot.background.registrations(of: LoadGenerator.origin.app)
        )
        let all = LoadSamples.types.map { Clause(type: $0) }
        let answer = try reader.batches(QuerySamples(clauses: all, includeSeries: true), snapshot)
        for sample in try answer.flatMap(\.columns).checkedRows {
            guard samples.updateValue(sample, forKey: sample.ids[0]) == nil else {
                throw Violation("a query gives the sample \(sample.ids[0]) twice")
            }
        }
        guard samples.count == snapshot.sampleCount else {
            throw Violation("a query gives \(samples.count) samples, the snapshot counts \(snapshot.sampleCount)")
        }
        for workout in samples.values where workout.type == .workout {
            let predicate = Predicate(terms: [.inWorkout(workout.ids[0])])
            let within = LoadSamples.types.map { Clause(type: $0, predicate: predicate) }
            let found = try reader.batches(QuerySamples(clauses: within), snapshot).flatMap(\.columns).flatMap(\.ids)
            guard Set(found).count == found.count else { throw Violation("a sample is in a workout twice") }
            inWorkouts[workout.ids[0]] = Set(found)
        }
    }

    /// Checks that the changes after an anchor, for which these contents stand, lead to other contents, and that an anchor
    /// which the store has forgotten is refused. No anchor stands for nothing.
    package func checkChanges(
        after anchor: Anchor?,
        leadTo other: StoreContents,
        _ reader: StoreReader,
        _ snapshot: Snapshot
    ) throws {
        let hasExpired = anchor.map { $0.sequence < snapshot.oldest } ?? false
        do {
            let result = try applyingChanges(after: anchor, reader, snapshot)
            guard !hasExpired else { throw Violation("an anchor below the oldest is taken") }
            guard result == other.samples else {
                throw Violation("the changes after \(anchor?.sequence ?? 0) lead elsewhere than the head is")
            }
        } catch let error as HearthError where error.code == .anchorExpired {
            guard hasExpired else { throw Violation("an anchor above the oldest has expired") }
        }
    }

    /// What the changes after an anchor make of these samples.
    private func applyingChanges(
        after anchor: Anchor?,
        _ reader: StoreReader,
        _ snapshot: Snapshot
    ) throws -> [ObjectID: SampleColumns] {
        var result = anchor == nil ? [:] : samples
        var delivered: Set<ObjectID> = []
        let request = QueryChanges(clauses: [], anchor: anchor?.unsealed ?? [], includeSeries: true)
        let cursor = try reader.changes(request, in: snapshot)
        var last: ChangeBatch?
        while let batch = try cursor.next() {
            for id in batch.deleted?.ids ?? [] {
                result[id] = nil
            }
            for sample in try batch.added.checkedRows {
                guard delivered.insert(sample.ids[0]).inserted else { throw Violation("a sample is delivered twice") }
                result[sample.ids[0]] = sample
            }
            last = batch
        }
        guard let last, last.caughtUp else { throw Violation("the changes do not end caught up") }
        guard last.anchor == snapshot.sealedAnchor else {
            throw Violation("the changes do not end at the head")
        }
        return result
    }

    /// How this differs from what was expected: how many samples, never what they hold. Nil: not at all.
    package func difference(from expected: StoreContents) -> String? {
        guard self != expected else { return nil }
        let missing = expected.samples.keys.filter { samples[$0] == nil }
        let surplus = samples.keys.filter { expected.samples[$0] == nil }
        let changed = samples.filter { id, sample in expected.samples[id].map { $0 != sample } ?? false }
        let types = Set((missing.compactMap { expected.samples[$0] } + changed.values).map(\.type.shortName))
        return "\(missing.count) missing, \(surplus.count) surplus, \(changed.count) changed of"
            + " \(expected.samples.count) samples (\(types.sorted().joined(separator: ", ")));"
            + " workouts \(inWorkouts == expected.inWorkouts ? "equal" : "differ");"
            + " characteristics \(characteristics == expected.characteristics ? "equal" : "differ");"
            + " registrations \(registrations == expected.registrations ? "equal" : "differ")"
    }
}

/// A store says what it must not say.
package struct Violation: Error, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}

extension [SampleColumns] {
    /// Each sample by itself, when all columns are such as may be sent.
    fileprivate var checkedRows: [SampleColumns] {
        get throws {
            for columns in self {
                do {
                    try columns.validate()
                } catch {
                    throw Violation("columns of \(columns.type.shortName) in a reply: \(error)")
                }
            }
            return flatMap(\.spelledOutRows)
        }
    }
}

extension StoreReader {
    /// The whole answer to a query.
    package func batches(_ request: QuerySamples, _ snapshot: Snapshot) throws(HearthError) -> [SampleBatch] {
        let cursor = try query(request, in: snapshot)
        var batches: [SampleBatch] = []
        while let batch = try cursor.next() {
            batches.append(batch)
        }
        return batches
    }
}
