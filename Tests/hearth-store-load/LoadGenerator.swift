package import HearthModel
package import HearthStore
internal import HearthTestSupport
internal import HearthWire

/// Writes of an app, one group after the other, each of which a store accepts when it has taken those before.
package struct LoadGenerator: Sendable {
    /// What a store holds after all writes so far.
    package private(set) var model: LoadModel
    private var samples: LoadSamples
    private var syncVersion: Int64

    package init(seed: UInt64, model: LoadModel = LoadModel()) {
        samples = LoadSamples(SeededGenerator(seed: seed))
        self.model = model
        syncVersion = model.newestSyncVersion
    }

    package static let origin = Write.Origin(
        source: Source(bundleIdentifier: "org.example.load", name: "Load"),
        version: "1.2",
        productType: "Machine1,1",
        operatingSystemVersion: OperatingSystemVersion(major: 1, minor: 2, patch: 3)
    )

    /// What a write is about.
    package enum Kind: CaseIterable, Sendable {
        case quantities, manyQuantities, series, categories, bloodPressures, workout, route, heartbeats
        case synced, syncedAgain, syncedTooLate, syncedMember
        case addNew, addStored, deleteObjects, deleteSomeOfWorkout, deleteWorkout, deleteMatching, resave
        case characteristics, registering
    }

    /// A write of each kind, one group each, then a group of several.
    package mutating func oneOfEach() throws(HearthError) -> [[Write]] {
        var groups: [[Write]] = []
        for kind in Kind.allCases {
            groups.append([try write(kind)])
        }
        groups.append([try write(.quantities), try write(.workout), try write(.addNew), try write(.deleteObjects)])
        return groups
    }

    /// The next group: one to three writes at random.
    package mutating func next() throws(HearthError) -> [Write] {
        var group: [Write] = []
        for _ in 0..<Int.random(in: 1...3, using: &samples.random) {
            group.append(try write(randomKind()))
        }
        return group
    }

    private mutating func randomKind() -> Kind {
        let mostSamples = 300
        guard model.samples.count < mostSamples else {
            return Bool.random(using: &samples.random) ? .deleteMatching : .deleteWorkout
        }
        return Kind.allCases[Int.random(in: 0..<Kind.allCases.count, using: &samples.random)]
    }

    private mutating func write(_ kind: Kind) throws(HearthError) -> Write {
        let write = Write(origin: Self.origin, operation: try operation(kind))
        model.apply(write)
        return write
    }

    private mutating func operation(_ kind: Kind) throws(HearthError) -> Write.Operation {
        switch kind {
        case .quantities: return .save([samples.quantities(3), samples.quantities(1)])
        case .manyQuantities: return .save([samples.quantities(50), samples.quantities(20)])
        case .series: return .save([try samples.series(6)])
        case .categories: return .save([samples.categories(4)])
        case .bloodPressures: return .save(samples.bloodPressures(2))
        case .workout: return .save([samples.workout()])
        case .route: return .save([samples.route(40)])
        case .heartbeats: return .save([samples.heartbeats(60)])
        case .synced, .syncedAgain:
            syncVersion += 1
            return .save([try samples.synced(0..<4, version: syncVersion)])
        case .syncedTooLate: return .save([try samples.synced(2..<5, version: 0)])
        case .syncedMember: return .save(try syncedMember())
        case .addNew: return addToWorkout([samples.quantities(2), samples.route(5)], storing: 0)
        case .addStored: return addToWorkout([], storing: 3)
        case .deleteObjects: return delete(some(3, of: LoadSamples.types))
        case .deleteSomeOfWorkout: return delete(some(2, of: [.workoutRoute, .heartbeatSeries]))
        case .deleteWorkout: return delete(some(1, of: [.workout]))
        case .deleteMatching: return .delete(.matching(deletedClause()))
        case .resave: return .save(resaved())
        case .characteristics:
            let number = UInt32.random(in: 0...3, using: &samples.random)
            return .setCharacteristics(CharacteristicValues(biologicalSex: number, bloodType: number + 1))
        case .registering: return .register(registrations())
        }
    }

    /// Some types with a frequency, others without; seldom all others.
    private mutating func registrations() -> BackgroundDelivery {
        var delivery = BackgroundDelivery(disableAll: Int.random(in: 0..<8, using: &samples.random) == 0)
        for type in LoadSamples.types where type.kind != .correlation {
            switch Int.random(in: 0..<4, using: &samples.random) {
            case 0:
                let frequency = UpdateFrequency(rawValue: UInt32.random(in: 1...4, using: &samples.random))
                delivery.enable.append(BackgroundRegistration(type: type, frequency: frequency))
            case 1: delivery.disable.append(type)
            default: break
            }
        }
        return delivery
    }

    // MARK: - What is stored

    private mutating func some(_ count: Int, of types: [ObjectType]) -> [ObjectID] {
        let all = types.flatMap { model.ids(of: $0) }
        return (0..<min(count, all.count)).map { _ in all[Int.random(in: 0..<all.count, using: &samples.random)] }
    }

    /// Without an object a deletion is refused, so it saves something to delete another time.
    private mutating func delete(_ ids: [ObjectID]) -> Write.Operation {
        ids.isEmpty ? .save([samples.quantities(2)]) : .delete(.objects(ids))
    }

    /// Without a workout an addition is refused, so it saves one for another time.
    private mutating func addToWorkout(_ columns: [SampleColumns], storing count: Int) -> Write.Operation {
        guard let workout = some(1, of: [.workout]).first else { return .save([samples.workout()]) }
        let stored = some(count, of: [LoadSamples.heartRate, LoadSamples.stepCount, LoadSamples.sleepAnalysis])
        return .addToWorkout(AddToWorkout(workout: workout, columns: columns, stored: stored))
    }

    /// A correlation with members that a later version replaces.
    private mutating func syncedMember() throws(HearthError) -> [SampleColumns] {
        syncVersion += 1
        var columns = samples.bloodPressures(2)
        columns[0].metadata = try samples.synced(0..<2, version: syncVersion).metadata
        return columns
    }

    private mutating func deletedClause() -> Clause {
        let types = [LoadSamples.heartRate, LoadSamples.stepCount, LoadSamples.sleepAnalysis]
        let type = types[Int.random(in: 0..<types.count, using: &samples.random)]
        let start = samples.start()
        let end = Timestamp(nanoseconds: start.nanoseconds + (LoadSamples.lastStart - LoadSamples.firstStart) / 3)
        let interval = Interval(start: start, end: end, strictStart: true)
        return Clause(type: type, predicate: Predicate(terms: [.interval(interval)]))
    }

    /// Samples that are stored, and new ones with them.
    private mutating func resaved() -> [SampleColumns] {
        let stored = model.samples.values
            .filter { $0.type == LoadSamples.sleepAnalysis }
            .sorted { $0.ids[0] < $1.ids[0] }
            .prefix(2)
        return stored.map { $0.asSaved } + [samples.categories(1)]
    }
}

extension SampleColumns {
    /// The sample as its app sends it: what the store knows by itself is left out.
    fileprivate var asSaved: SampleColumns {
        var sample = self
        sample.provenance.entries = provenance.entries.map { Provenance(device: $0.device) }
        return sample
    }
}
