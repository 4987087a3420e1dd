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

    func wants(_ times: HealthTimes) -> Bool { since.map { times.start.timestamp >= $0 } ?? true }
}

/// Collects what an export holds, and hands it out in batches.
struct HealthOutput {
    /// The name of the format in UUIDs.
    static let format = "apple-health"

    /// A batch is a save for each version of a source: large enough that their commits cost little.
    private static let samplesPerBatch = 65_536
    /// Locations and beats of a batch.
    private static let pointsPerBatch = 400_000
    private static let metadataBytesPerBatch = 16 << 20

    let selection: HealthSelection
    var tally = HealthTally()
    private(set) var sources = HealthSources()
    private var identities = SampleIdentities()
    private var builders: [HealthColumns] = []
    private var builderNumbers: [UInt64: Int] = [:]
    private var lastBuilder: (key: UInt64, number: Int)?
    private var routes: [HealthRoute] = []
    private var workouts: [HealthWorkout] = []
    private var samples = 0
    private var points = 0
    private var metadataBytes = 0

    init(_ selection: HealthSelection) {
        self.selection = selection
    }

    mutating func source(_ attributes: inout HealthAttributes) -> HealthSource? {
        sources.source(&attributes)
    }

    /// Where samples of a type and a source are collected.
    mutating func builder(_ type: ObjectType, _ source: HealthSource) -> HealthColumns {
        let key = UInt64(source.origin) << 16 | UInt64(type.index)
        if let lastBuilder, lastBuilder.key == key { return builders[lastBuilder.number] }
        let number = builderNumbers[key] ?? builders.count
        if number == builders.count {
            builders.append(
                HealthColumns(type, origin: source.origin, source: sources.origins[source.origin].name)
            )
            builderNumbers[key] = number
        }
        lastBuilder = (key, number)
        return builders[number]
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
        guard selection.wants(times) else { return id }
        builder.append(value, id, times, source, metadata)
        samples += 1
        if case .heartbeats(let beats) = value {
            points += beats.count
        }
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
        workouts.append(workout)
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
        points += columns.timestamps.count
        let samples = SampleColumns(
            type: .workoutRoute,
            ids: [id],
            starts: [times.start.timestamp],
            ends: [times.end.timestamp],
            provenance: source.device.map { DictionaryColumn(entries: [Provenance(device: $0)]) } ?? DictionaryColumn(),
            metadata: metadata == .none ? DictionaryColumn() : DictionaryColumn(entries: [metadata]),
            payload: .route(columns)
        )
        routes.append(HealthRoute(origin: origin, workout: workout, columns: samples))
    }

    /// Counts the metadata of an element.
    mutating func noteMetadata(bytes: Int) {
        metadataBytes += bytes
    }

    var isBatchFull: Bool {
        samples >= Self.samplesPerBatch || points >= Self.pointsPerBatch || metadataBytes >= Self.metadataBytesPerBatch
    }

    /// What was collected so far; nil: nothing.
    mutating func takeBatch() -> HealthBatch? {
        guard samples > 0 || !routes.isEmpty || !workouts.isEmpty else { return nil }
        var columns: [Int: [SampleColumns]] = [:]
        var correlations: [Int: [SampleColumns]] = [:]
        for builder in builders where builder.count > 0 {
            if builder.type.kind == .correlation {
                correlations[builder.origin, default: []].append(builder.take())
            } else {
                columns[builder.origin, default: []].append(builder.take())
            }
        }
        var batch = HealthBatch()
        batch.routes = routes
        batch.workouts = workouts
        for origin in Set(columns.keys).union(correlations.keys).sorted() {
            batch.groups.append(
                HealthGroup(
                    origin: sources.origins[origin],
                    columns: (columns[origin] ?? []) + (correlations[origin] ?? [])
                )
            )
        }
        routes = []
        workouts = []
        samples = 0
        points = 0
        metadataBytes = 0
        return batch
    }
}
