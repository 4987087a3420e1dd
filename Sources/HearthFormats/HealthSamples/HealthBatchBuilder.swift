import HearthModel

/// Collects samples, and hands them out in batches.
struct HealthBatchBuilder {
    /// A batch is a save for each version of a source: large enough that their commits cost little.
    private static let samplesPerBatch = 65_536
    /// Locations and beats of a batch.
    private static let pointsPerBatch = 400_000
    private static let metadataBytesPerBatch = 16 << 20

    private var builders: [HealthColumns] = []
    private var builderNumbers: [UInt64: Int] = [:]
    private var lastBuilder: (key: UInt64, number: Int)?
    private var routes: [HealthRoute] = []
    private var workouts: [HealthWorkout] = []
    private var samples = 0
    private var points = 0
    private var metadataBytes = 0

    /// Where samples of a type and a version of a source are collected; `make` makes it.
    mutating func columns(_ type: ObjectType, origin: Int, _ make: () -> HealthColumns) -> HealthColumns {
        let key = UInt64(origin) << 16 | UInt64(type.index)
        if let lastBuilder, lastBuilder.key == key { return builders[lastBuilder.number] }
        let number = builderNumbers[key] ?? builders.count
        if number == builders.count {
            builders.append(make())
            builderNumbers[key] = number
        }
        lastBuilder = (key, number)
        return builders[number]
    }

    /// Counts a sample that was added to columns.
    mutating func note(_ value: HealthValue) {
        samples += 1
        switch value {
        case .heartbeats(let beats): points += beats.count
        case .record(let record, let voltages, let contents):
            points += voltages.count + (contents.count + record.messageBytes) / MemoryLayout<Double>.size
        default: break
        }
    }

    mutating func noteMetadata(bytes: Int) {
        metadataBytes += bytes
    }

    mutating func add(_ workout: HealthWorkout) {
        workouts.append(workout)
    }

    mutating func add(_ route: HealthRoute, points count: Int) {
        routes.append(route)
        points += count
    }

    var isFull: Bool {
        samples >= Self.samplesPerBatch || points >= Self.pointsPerBatch || metadataBytes >= Self.metadataBytesPerBatch
    }

    /// What was collected so far; nil: nothing. `origins`: the versions of the sources, by their numbers.
    mutating func take(_ origins: [HealthOrigin]) -> HealthBatch? {
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
                    origin: origins[origin],
                    columns: (columns[origin] ?? []) + (correlations[origin] ?? [])
                )
            )
        }
        // Most sources and types of a long export are those of a time.
        builders = []
        builderNumbers = [:]
        lastBuilder = nil
        routes = []
        workouts = []
        samples = 0
        points = 0
        metadataBytes = 0
        return batch
    }
}
