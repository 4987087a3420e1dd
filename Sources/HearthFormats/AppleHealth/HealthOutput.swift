package import HearthModel

/// Which objects of an export are wanted.
package struct HealthSelection: Sendable {
    /// Nil: all types.
    private let types: Set<ObjectType>?
    /// Samples that start before are left out.
    let since: Timestamp?

    /// With a correlation its members are wanted, and with routes the workouts.
    package init(types: [ObjectType]? = nil, since: Timestamp? = nil) {
        self.since = since
        guard let types else {
            self.types = nil
            return
        }
        var wanted = Set(types)
        for type in types where type.kind == .correlation {
            wanted.formUnion(ObjectType.all.filter(type.allowsMember))
        }
        if wanted.contains(.workoutRoute) {
            wanted.insert(.workout)
        }
        self.types = wanted
    }

    /// Whether objects of kinds without a type are wanted.
    var wantsAll: Bool { types == nil }

    func wants(_ type: ObjectType) -> Bool { types?.contains(type) ?? true }

    /// Whether samples that start at a time are wanted.
    func wants(_ start: Timestamp) -> Bool { since.map { start >= $0 } ?? true }
}

/// Collects what an export holds, and hands it out in batches.
struct HealthOutput {
    /// The name of the format in UUIDs.
    static let format = "apple-health"

    let selection: HealthSelection
    var tally = HealthTally()
    private(set) var sources = HealthSources()
    private var identities = SampleIdentities()
    private var batch = HealthBatchBuilder()

    init(_ selection: HealthSelection) {
        self.selection = selection
    }

    mutating func source(_ attributes: inout HealthAttributes) -> HealthSource? {
        sources.source(&attributes)
    }

    /// Where samples of a type and a source are collected.
    mutating func builder(_ type: ObjectType, _ source: HealthSource) -> HealthColumns {
        batch.columns(type, origin: source.origin) {
            HealthColumns(type, origin: source.origin, source: sources.origins[source.origin].name)
        }
    }

    /// Adds a sample. Returns its UUID, also when it is older than what is wanted; nil: it has none, which is counted.
    mutating func add(
        _ value: HealthValue,
        to builder: HealthColumns,
        _ times: HealthTimes,
        _ source: HealthSource,
        _ metadata: HealthMetadata
    ) -> ObjectID? {
        guard let id = nextID(times, builder.identity) else {
            tally.omit(builder.type.identifier, .tooManyAtOnce)
            return nil
        }
        guard selection.wants(times.start.timestamp) else { return id }
        builder.append(value, id, times.start.timestamp, times.end.timestamp, source, metadata)
        batch.note(value)
        return id
    }

    private mutating func nextID(_ times: HealthTimes, _ identity: UInt64) -> ObjectID? {
        identities.next(
            from: times.start.timestamp,
            to: times.end.timestamp,
            detail: times.creation?.seconds ?? 0,
            origin: identity
        )
    }

    mutating func add(_ workout: HealthWorkout) {
        batch.add(workout)
    }

    /// Adds a route of a workout.
    mutating func addRoute(
        _ columns: RouteColumns,
        of workout: ObjectID,
        _ source: HealthSource,
        _ times: HealthTimes,
        _ metadata: Metadata
    ) {
        let origin = sources.origins[source.origin]
        let identity = SampleIdentities.origin(origin.name, of: .workoutRoute, in: Self.format)
        guard let id = nextID(times, identity) else {
            return tally.omit(ObjectType.workoutRoute.identifier, .tooManyAtOnce)
        }
        let samples = SampleColumns(
            type: .workoutRoute,
            ids: [id],
            starts: [times.start.timestamp],
            ends: [times.end.timestamp],
            provenance: source.device.map { DictionaryColumn(entries: [Provenance(device: $0)]) } ?? DictionaryColumn(),
            metadata: metadata == .none ? DictionaryColumn() : DictionaryColumn(entries: [metadata]),
            payload: .route(columns)
        )
        batch.add(HealthRoute(origin: origin, workout: workout, columns: samples), points: columns.timestamps.count)
    }

    /// Counts the metadata of an element.
    mutating func noteMetadata(bytes: Int) {
        batch.noteMetadata(bytes: bytes)
    }

    var isBatchFull: Bool { batch.isFull }

    /// What was collected so far; nil: nothing.
    mutating func takeBatch() -> HealthBatch? { batch.take(sources.origins) }
}
