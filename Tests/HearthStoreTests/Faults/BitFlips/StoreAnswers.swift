import HearthModel
import HearthStore
import HearthWire
import hearth_store_load

/// What a store answers to everything that it can be asked.
struct StoreAnswers: Equatable {
    private var anchor: Anchor
    private var characteristics: CharacteristicValues
    private var background: BackgroundRegistry
    private var counts: [Int]
    private var queries: [[SampleBatch]] = []
    private var changes: [[ChangeBatch]] = []
    private var sources: [SourceList] = []

    /// Asks everything, on the way that an app's questions go.
    init(of writer: StoreWriter, _ questions: Questions) throws(HearthError) {
        let snapshot = writer.snapshot
        let reader = try writer.makeReader()
        anchor = snapshot.anchor
        characteristics = snapshot.characteristics
        background = snapshot.background
        counts = [snapshot.sampleCount, snapshot.deletionCount]
        for request in questions.queries {
            queries.append(try reader.batches(request, snapshot))
        }
        for request in questions.changes {
            let cursor = try reader.changes(request, in: snapshot)
            var batches: [ChangeBatch] = []
            while let batch = try cursor.next() {
                batches.append(batch)
            }
            changes.append(batches)
        }
        for type in LoadSamples.types {
            sources.append(try reader.sources(ListSources(clauses: [Clause(type: type)]), in: snapshot).sources())
        }
    }

    /// What to ask a store of which the contents are known.
    struct Questions {
        var queries: [QuerySamples] = []
        var changes: [QueryChanges]

        init(about contents: StoreContents, anchors: [Anchor]) {
            let types = LoadSamples.types
            queries += types.map { QuerySamples(clauses: [Clause(type: $0)], includeSeries: true) }
            queries.append(QuerySamples(clauses: types.map { Clause(type: $0) }, limit: 100))
            queries.append(
                QuerySamples(
                    clauses: types.map { Clause(type: $0) },
                    order: [SortKey(field: .startDate, descending: true)]
                )
            )
            let ids = contents.samples.keys.sorted()
            var tests: [Predicate.Term] = stride(from: 0, to: ids.count, by: 25).map { .ids([ids[$0]]) }
            tests += contents.inWorkouts.keys.sorted().map { .inWorkout($0) }
            tests += contents.samples.values.filter { $0.type.kind == .correlation }.map { $0.ids[0] }.sorted()
                .map { .inCorrelation($0) }
            tests += [
                .correlated(true), .correlated(false), .metadataKey(MetadataKey.syncIdentifier.rawValue),
                .interval(
                    Interval(
                        start: Timestamp(nanoseconds: LoadSamples.firstStart),
                        end: Timestamp(nanoseconds: (LoadSamples.firstStart + LoadSamples.lastStart) / 2)
                    )
                ),
            ]
            queries += tests.map { test in
                QuerySamples(clauses: types.map { Clause(type: $0, predicate: Predicate(terms: [test])) })
            }
            changes = ([[]] + anchors.map(\.unsealed)).map {
                QueryChanges(clauses: [], anchor: $0, includeSeries: true)
            }
        }
    }
}
