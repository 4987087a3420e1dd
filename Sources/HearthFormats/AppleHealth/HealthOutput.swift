import HearthModel

/// Collects what an export holds, and hands it out in batches.
struct HealthOutput {
    /// The name of the format in UUIDs.
    static let format = "apple-health"

    let selection: HealthSelection
    var tally = HealthTally()
    private(set) var sources = HealthSources()
    private var identities: SampleIdentities
    private var batch = HealthBatchBuilder()

    init(_ selection: HealthSelection, _ key: IdentityKey?) {
        self.selection = selection
        identities = SampleIdentities(key)
    }

    /// The source of an element; nil: it names none, and there is no `standard` name.
    mutating func source(_ attributes: inout HealthAttributes, standard: String? = nil) -> HealthSource? {
        sources.source(&attributes, standard: standard)
    }

    /// Where samples of a type and a source are collected.
    mutating func builder(_ type: ObjectType, _ source: HealthSource) -> HealthColumns {
        batch.columns(type, origin: source.origin) {
            let name = sources.origins[source.origin].name
            let identity = SampleIdentities.origin(name, of: type, in: Self.format)
            return HealthColumns(type, origin: source.origin, identity: identity)
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
        add(
            nextID(times, builder.identity),
            value,
            to: builder,
            times.start.timestamp,
            times.end.timestamp,
            source,
            metadata
        )
    }

    private mutating func add(
        _ id: ObjectID?,
        _ value: HealthValue,
        to builder: HealthColumns,
        _ start: Timestamp,
        _ end: Timestamp,
        _ source: HealthSource,
        _ metadata: HealthMetadata
    ) -> ObjectID? {
        guard let id else {
            tally.omit(builder.type.identifier, .tooManyAtOnce)
            return nil
        }
        guard selection.wants(start) else { return id }
        builder.append(value, id, start, end, source, metadata)
        batch.note(value)
        return id
    }

    /// Adds a sample whose content is a record.
    mutating func add(
        _ record: Record,
        contents: [UInt8] = [],
        of type: ObjectType,
        _ times: HealthTimes,
        _ source: HealthSource,
        _ metadata: HealthMetadata
    ) {
        guard record.messageBytes <= Limits.recordBytes else { return tally.omit(type.identifier, .tooLarge) }
        let builder = builder(type, source)
        _ = add(.record(record, contents: contents), to: builder, times, source, metadata)
    }

    mutating func add(_ file: ElectrocardiogramFile) {
        guard let source = sources.source(ElectrocardiogramFile.source, file.version, file.device) else {
            return tally.omit(ObjectType.electrocardiogram.identifier, .invalidMetadata)
        }
        let builder = builder(.electrocardiogram, source)
        let id = identities.next(from: file.start, to: file.end, origin: builder.identity)
        let metadata = HealthMetadata(file.metadata, number: nil)
        _ = add(id, .record(file.record, voltages: file.voltages), to: builder, file.start, file.end, source, metadata)
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
