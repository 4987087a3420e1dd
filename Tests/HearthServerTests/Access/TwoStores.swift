import HearthModel
import HearthServer
import HearthStore
import HearthTestSupport
import HearthWire
import Testing

/// Two servers: a whole store, of which an app may not read everything, and another one without all that it may not read.
/// The app cannot tell them apart.
struct TwoStores {
    static let app: AppID = "org.example.reader"
    static let others: [AppID] = ["org.example.phone", "org.example.watch"]
    private static let pressures: [ObjectType] = [.bloodPressureSystolic, .bloodPressureDiastolic]
    static let quantities: [ObjectType] = [.heartRate, .stepCount, .activeEnergyBurned] + pressures
    /// Types whose sources the owner has put in order, and of which no statistics are asked.
    private static let ranked: [ObjectType] = [.activeEnergyBurned] + pressures
    private static let nutrients = ["Protein", "Sugar", "Fiber"].compactMap {
        ObjectType(identifier: "HKQuantityTypeIdentifierDietary\($0)")
    }
    private static let otherNutrients = ObjectType.all.filter {
        ObjectType.food.allowsMember($0) && !nutrients.contains($0)
    }
    /// Of which the app reads everything.
    private static let bodyMass = ObjectType(identifier: "HKQuantityTypeIdentifierBodyMass") ?? .heartRate
    static let start: Int64 = 1_795_000_000_000_000_000
    private static let seconds: Int64 = 200

    /// A sample that was saved.
    private struct Saved {
        let id: ObjectID
        let type: ObjectType
        let end: Timestamp
        let isHidden: Bool
        /// Set if the next version of the sample replaces it.
        var version: SyncedSample?
    }

    /// What an app saves newer versions of, each of which may be hidden or visible.
    private struct SyncedSample: Hashable {
        let app: AppID
        let type: ObjectType
    }

    private let whole: ServerHarness
    private let part: ServerHarness
    private var writers: [AppID: (whole: TestClient, part: TestClient)] = [:]
    private let reader: (whole: TestClient, part: TestClient)
    /// A further connection of the app, which follows all changes.
    private let follower: (whole: TestClient, part: TestClient)
    /// An app that may read everything, and follows the same.
    private let unlimitedReader: TestClient
    /// What the one server told the follower and the other did not.
    private(set) var difference: (whole: [Reply], part: [Reply])?
    private var calls: UInt64 = 10
    private var random: SeededGenerator
    /// What the app may read of others: nothing, or what ends at a time or later.
    let limits: [ObjectType: Timestamp?]
    private let asks: Bool
    /// How many names apps have had.
    private var names = 0
    /// Whether the owner has denied all nutrients that are not among those of the meals.
    private let deniesOtherNutrients: Bool
    /// The UUIDs of all samples, and the samples of each app.
    private var ids: [ObjectID] = []
    private var own: [AppID: [Saved]] = [:]
    /// Samples that were deleted or replaced, and whose they were.
    private var deleted: [(sample: Saved, app: AppID)] = []
    private var workouts: [(id: ObjectID, app: AppID)] = []
    private var correlations: [ObjectID] = []
    private var anchors: [(whole: EncodedAnchor, part: EncodedAnchor)] = [([], [])]
    /// Those that both stores gave since something was saved that only one of them has.
    private var pairs = AnchorPairs()
    private var next = 1

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var limits: [ObjectType: Timestamp?] = [:]
        for type in TwoStores.quantities + TwoStores.nutrients + [.workout, .bloodType] {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: limits[type] = .some(nil)
            case 1 where type != .bloodType:
                limits[type] = TwoStores.time(Int64.random(in: 0..<TwoStores.seconds, using: &random))
            default: break
            }
        }
        let limitsMeals = Int.random(in: 0..<3, using: &random) == 0
        if limitsMeals {
            for type in TwoStores.nutrients where limits[type] == nil {
                limits[type] = .some(nil)
            }
        }
        self.limits = limits
        whole = try ServerHarness(.withAppSockets)
        part = try ServerHarness()
        // What is not decided is not allowed to an app with a socket of its own.
        let hasSocket = Bool.random(using: &random)
        asks = hasSocket
        deniesOtherNutrients = limitsMeals && !hasSocket
        self.random = random
        let tools = (
            whole: try whole.open("org.hearth.cli", isOwnersTool: true),
            part: try part.open("org.hearth.cli", isOwnersTool: true)
        )
        let types = TwoStores.quantities + TwoStores.nutrients + [.workout, .bloodType, TwoStores.bodyMass]
        var grants = types.map { type in
            guard let limit = limits[type] else {
                return Grant(type, share: .allowed, read: hasSocket ? .allowed : .undetermined)
            }
            guard let since = limit else {
                return Grant(type, share: .allowed, read: hasSocket ? .undetermined : .denied)
            }
            return Grant(type, share: .allowed, read: .allowed, since: since)
        }
        if deniesOtherNutrients {
            grants += TwoStores.otherNutrients.map { Grant($0, read: .denied) }
        }
        for (index, type) in TwoStores.ranked.enumerated() {
            // For a hidden type the app sees only its own place.
            let isHidden = limits[type] != nil
            let ranks = SourceRankList([TwoStores.others[0], TwoStores.app, TwoStores.others[1]])
            let visible = SourceRankList(ranks.apps.filter { $0 == TwoStores.app || !isHidden })
            tools.whole.send(UInt64(2 + index), .sourceRanks(SourceRanks(type: type, set: ranks)))
            tools.part.send(UInt64(2 + index), .sourceRanks(SourceRanks(type: type, set: visible)))
            #expect(tools.whole.receive().count == 1 && tools.part.receive().count == 1)
        }
        tools.whole.send(12, .accessControl(.add(hasSocket ? TwoStores.app : "org.example.diary", name: "")))
        tools.whole.send(13, .accessControl(.decide(TwoStores.app, grants)))
        let bloodType = CharacteristicValues(biologicalSex: 2, bloodType: 3)
        let visible = CharacteristicValues(
            biologicalSex: hasSocket ? nil : 2,
            bloodType: limits[.bloodType] == nil ? 3 : nil
        )
        tools.whole.send(14, .characteristics(Characteristics(set: bloodType)))
        tools.part.send(14, .characteristics(Characteristics(set: visible)))
        #expect(tools.whole.receive().count == 3 && tools.part.receive().count == 1)
        let socket = hasSocket ? TwoStores.app : nil
        reader = (
            try whole.open(TwoStores.app.description, through: socket), try part.open(TwoStores.app.description)
        )
        follower = (
            try whole.open(TwoStores.app.description, through: socket), try part.open(TwoStores.app.description)
        )
        unlimitedReader = try whole.open("org.example.doctor")
        for client in [unlimitedReader, follower.whole, follower.part] {
            client.send(2, .queryChanges(QueryChanges(clauses: [], follow: true)))
            client.send(3, .observe(Observe(clauses: [])))
            client.send(4, .observe(Observe(clauses: TwoStores.observed)))
            client.send(5, .queryStatistics(TwoStores.followed(.heartRate, [.average, .minimum])))
            client.send(6, .queryStatistics(TwoStores.followed(.stepCount, [.sum])))
            _ = client.receive()
        }
        for app in TwoStores.others + [TwoStores.app] {
            writers[app] = (
                try whole.open(app.description, through: app == TwoStores.app ? socket : nil),
                try part.open(app.description)
            )
            // Statistics prefer the source that saved its first sample later: ACCESS.md.
            let first = exampleSamples([60_000 + writers.count], of: TwoStores.bodyMass)
            write(.save(first), .save(first), as: app)
        }
    }

    /// What the follower observes: some samples of types that may be hidden.
    private static let observed: [Clause] =
        (quantities + [.workout, .bloodPressure, .food]).map { type in
            let interval = Interval(start: time(seconds / 4), end: time(seconds * 3 / 4))
            return Clause(type: type, predicate: Predicate(terms: [.interval(interval)]))
        }

    private static func followed(_ type: ObjectType, _ options: StatisticsOptions) -> QueryStatistics {
        let edges = (0...4).map { time($0 * seconds / 4) }
        return QueryStatistics(clauses: [Clause(type: type)], options: options, edges: edges, follow: true)
    }

    private static func time(_ seconds: Int64) -> Timestamp {
        Timestamp(nanoseconds: start + seconds * 1_000_000_000)
    }

    private func hides(_ type: ObjectType, endingAt end: Timestamp, of app: AppID) -> Bool {
        guard app != TwoStores.app, let limit = limits[type] else { return false }
        return limit.map { end < $0 } ?? true
    }

    private mutating func chance(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

    private mutating func id() -> ObjectID {
        defer { next += 1 }
        return exampleID(next)
    }

    private mutating func time() -> Timestamp {
        TwoStores.time(Int64.random(in: 0..<TwoStores.seconds, using: &random))
    }

    private mutating func note(
        _ id: ObjectID,
        _ type: ObjectType,
        endingAt end: Timestamp,
        isHidden: Bool,
        of app: AppID
    ) {
        ids.append(id)
        own[app, default: []].append(Saved(id: id, type: type, end: end, isHidden: isHidden))
    }
}

// MARK: - Writing

extension TwoStores {
    mutating func writeSomething() {
        let app = (TwoStores.others + [TwoStores.app]).randomElement(using: &random) ?? TwoStores.app
        if chance(4) {
            rename(app)
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: deleteSome(of: app)
        case 1: saveCorrelation(.bloodPressure, TwoStores.pressures, of: app)
        case 2:
            let nutrients = TwoStores.nutrients.shuffled(using: &random)
            saveCorrelation(.food, Array(nutrients.prefix(Int.random(in: 1...3, using: &random))), of: app)
        case 3: saveWorkout(of: app)
        case 4: addToWorkout(of: app)
        case 5 where chance(2): takeDeleted(as: app)
        default:
            let type = TwoStores.quantities.randomElement(using: &random) ?? .heartRate
            guard !chance(4) else { return saveVersion(SyncedSample(app: app, type: type)) }
            let times = (0..<Int.random(in: 1...4, using: &random)).map { _ in time() }
            let (columns, left) = quantities(type, times, of: app)
            write(.save(columns), left.map { .save($0) }, as: app)
        }
        if chance(6) {
            calls += 1
            reader.whole.send(calls, .ping(Ping()))
            reader.part.send(calls, .ping(Ping()))
            if case .pong(let one)? = reader.whole.receive().first?.reply,
                case .pong(let other)? = reader.part.receive().first?.reply
            {
                anchors.append((one.anchor, other.anchor))
                compareAnchors([.pong(one)], [.pong(other)])
            }
        }
    }

    /// An app has another name from now on, as its next samples tell.
    private mutating func rename(_ app: AppID) {
        let socket = asks && app == TwoStores.app ? app : nil
        let writer = (whole: TestClient(whole, as: socket), part: TestClient(part))
        names += 1
        for client in [writer.whole, writer.part] {
            let named = App(bundleIdentifier: app.description, name: "Name \(names)")
            client.send(1, .hello(Hello(major: 1, minor: 0, app: named)))
            #expect(client.receive().map(\.errorCode) == [nil])
        }
        writers[app]?.whole.close()
        writers[app]?.part.close()
        writers[app] = writer
    }

    /// A write to both stores, to the second one without what is hidden; nil: nothing is left of it. Returns the replies of
    /// the whole store.
    @discardableResult
    private mutating func write(_ request: Request, _ visible: Request?, as app: AppID) -> [Reply] {
        guard let writer = writers[app] else { return [] }
        calls += 1
        writer.whole.send(calls, request)
        let replies = writer.whole.receive()
        if let visible {
            writer.part.send(calls, visible)
            let others = writer.part.receive()
            #expect(replies.map(\.errorCode) == others.map(\.errorCode))
            #expect(replies.map(\.reply.errorText) == others.map(\.reply.errorText))
            if app == TwoStores.app {
                compareAnchors(replies.map(\.reply), others.map(\.reply))
            }
        } else {
            // The app learns that something was saved: ACCESS.md.
            pairs = AnchorPairs()
        }
        noteWhatFollowed()
        return replies.map(\.reply)
    }

    /// An app saves a sample with the UUID of a deleted one of another app. Of those that it may not see it tries none, because
    /// these are counted, and are not in the second store.
    private mutating func takeDeleted(as app: AppID) {
        let others = deleted.filter { $0.app != app && !(app == TwoStores.app && $0.sample.isHidden) }
        guard let (sample, _) = others.randomElement(using: &random) else { return }
        let columns = SampleColumns(
            type: TwoStores.quantities.randomElement(using: &random) ?? .heartRate,
            ids: [sample.id],
            starts: [time()],
            payload: .quantity(QuantityColumns(values: [1]))
        )
        let replies = write(.save(columns), sample.isHidden ? nil : .save(columns), as: app)
        if case .error(let refusal)? = replies.first, refusal.error.code == .identifierConflict { return }
        difference = difference ?? (replies, [])
    }

    private mutating func noteWhatFollowed() {
        // Nothing says which of two calls is told first.
        let followers: [(TestClient, Set<ObjectType>)] = [(follower.whole, []), (follower.part, partial)]
        let told = followers.map { client, partial in
            let replies = client.receive().sorted { $0.call < $1.call }.map(\.reply)
            return replies.comparable(withoutKeysOf: partial).filter { !$0.isEmptyBatch }
        }
        _ = unlimitedReader.receive()
        if told[0] != told[1], difference == nil {
            difference = (told[0], told[1])
        }
    }

    /// New samples, and those of them that are not hidden.
    private mutating func quantities(
        _ type: ObjectType,
        _ times: [Timestamp],
        of app: AppID
    ) -> (all: SampleColumns, visible: SampleColumns?) {
        let new = times.map { _ in id() }
        for (id, time) in zip(new, times) {
            note(id, type, endingAt: time, isHidden: hides(type, endingAt: time, of: app), of: app)
        }
        let values = new.map { _ in Double.random(in: 1...9, using: &random) }
        let columns = SampleColumns(
            type: type,
            ids: new,
            starts: times,
            payload: .quantity(QuantityColumns(values: values))
        )
        let visible = times.indices.filter { !hides(type, endingAt: times[$0], of: app) }
        return (columns, visible.isEmpty ? nil : columns.selecting(.each(visible)))
    }

    private mutating func deleteSome(of app: AppID) {
        let chosen = Array((own[app] ?? []).shuffled(using: &random).prefix(2)).filter { sample in
            // Members of correlations that are seen in part stay, and so do hidden meals whose deletions are seen: ACCESS.md.
            !isMemberSeenInPart(sample)
                && !(sample.isHidden && sample.type == .food && seesDeletionsOfMeals(endingAt: sample.end))
        }
        guard !chosen.isEmpty else { return }
        own[app]?.removeAll { sample in chosen.contains { $0.id == sample.id } }
        deleted += chosen.map { ($0, app) }
        workouts.removeAll { workout in chosen.contains { $0.id == workout.id } }
        let left = chosen.filter { !$0.isHidden }.map(\.id)
        write(
            .deleteObjects(DeleteObjects(.objects(chosen.map(\.id)))),
            left.isEmpty ? nil : .deleteObjects(DeleteObjects(.objects(left))),
            as: app
        )
    }

    private func isMemberSeenInPart(_ sample: Saved) -> Bool {
        let ofCorrelation = [TwoStores.nutrients, TwoStores.pressures].first { $0.contains(sample.type) } ?? []
        return sample.version == nil && isSeenInPart(membersOf: ofCorrelation)
    }

    private func isSeenInPart(membersOf types: [ObjectType]) -> Bool {
        // Of an app that has to ask, the owner has decided about some nutrients.
        (asks || deniesOtherNutrients) && types == TwoStores.nutrients || types.contains { limits[$0] != nil }
    }

    /// Whether the app may read one of the nutrients that a meal can have.
    private func seesDeletionsOfMeals(endingAt end: Timestamp) -> Bool {
        !asks && !deniesOtherNutrients
            || TwoStores.nutrients.contains { !hides($0, endingAt: end, of: TwoStores.others[0]) }
    }

    /// The types of correlations whose deletions come without sync keys.
    private var partial: Set<ObjectType> {
        let types = [(ObjectType.food, TwoStores.nutrients), (.bloodPressure, TwoStores.pressures)]
        return Set(types.filter { isSeenInPart(membersOf: $0.1) }.map(\.0))
    }

    /// Saves the next version of a sample, which replaces the one before it.
    private mutating func saveVersion(_ sample: SyncedSample) {
        let time = time()
        let old = own[sample.app]?.first { $0.version == sample }
        own[sample.app]?.removeAll { $0.version == sample }
        if let old {
            deleted.append((old, sample.app))
        }
        var (all, visible) = quantities(sample.type, [time], of: sample.app)
        if let last = own[sample.app]?.indices.last {
            own[sample.app]?[last].version = sample
        }
        all.metadata = syncKeys("\(sample.app) \(sample.type)")
        visible?.metadata = all.metadata
        let deletion = old.map { Request.deleteObjects(DeleteObjects(.objects([$0.id]))) }
        let withoutOld = old?.isHidden == false ? deletion : nil
        write(.save(all), visible.map { .save($0) } ?? withoutOld, as: sample.app)
    }

    private func syncKeys(_ identifier: String) -> DictionaryColumn<Metadata> {
        let entries = [
            Metadata.Entry(key: MetadataKey.syncIdentifier.rawValue, value: .string(identifier)),
            Metadata.Entry(key: MetadataKey.syncVersion.rawValue, value: .integer(Int64(next))),
        ]
        return DictionaryColumn(entries: (try? Metadata(entries)).map { [$0] } ?? [])
    }

    private mutating func saveCorrelation(_ type: ObjectType, _ types: [ObjectType], of app: AppID) {
        let time = time()
        let members = types.map { quantities($0, [time], of: app) }
        let correlation = id()
        correlations.append(correlation)
        // Of its own samples the app sees all.
        let keys = app == TwoStores.app ? DictionaryColumn() : syncKeys("correlation \(next)")
        func columns(_ members: [SampleColumns]) -> SampleColumns {
            SampleColumns(
                type: type,
                ids: [correlation],
                starts: [time],
                metadata: keys,
                payload: .correlation(
                    CorrelationColumns(lengths: [UInt32(members.count)], members: members.flatMap(\.ids))
                )
            )
        }
        let visible = members.compactMap(\.visible)
        let isHidden = type == .bloodPressure ? visible.count < members.count : visible.isEmpty
        note(correlation, type, endingAt: time, isHidden: isHidden, of: app)
        let left = visible + (isHidden ? [] : [columns(visible)])
        write(
            .save(Save(columns: members.map(\.all) + [columns(members.map(\.all))])),
            left.isEmpty ? nil : .save(Save(columns: left)),
            as: app
        )
    }

    private mutating func saveWorkout(of app: AppID) {
        let workout = id()
        let (start, end) = (TwoStores.time(0), TwoStores.time(TwoStores.seconds))
        let isHidden = hides(.workout, endingAt: end, of: app)
        workouts.append((workout, app))
        note(workout, .workout, endingAt: end, isHidden: isHidden, of: app)
        let types: [ObjectType] = [.heartRate, .activeEnergyBurned]
        let all = workoutColumns(workout, start...end, types)
        let left = workoutColumns(workout, start...end, types.filter { !hides($0, endingAt: end, of: app) })
        write(.save(all), isHidden ? nil : .save(left), as: app)
    }

    private func workoutColumns(
        _ workout: ObjectID,
        _ times: ClosedRange<Timestamp>,
        _ types: [ObjectType]
    ) -> SampleColumns {
        let statistics = types.map { type in
            WorkoutStatistics(
                type: type,
                start: times.lowerBound,
                end: times.upperBound,
                sum: type.aggregation == .cumulative ? 7 : nil,
                average: type.aggregation == .cumulative ? nil : 60
            )
        }
        let energy: Double? = types.contains(.activeEnergyBurned) ? Double(next) : nil
        let detail = WorkoutDetail(totalEnergyBurned: energy, statistics: statistics)
        return SampleColumns(
            type: .workout,
            ids: [workout],
            starts: [times.lowerBound],
            ends: [times.upperBound],
            payload: .workout(
                WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)], details: [detail])
            )
        )
    }

    private mutating func addToWorkout(of app: AppID) {
        guard let workout = workouts.randomElement(using: &random) else { return }
        let isHidden = hides(.workout, endingAt: TwoStores.time(TwoStores.seconds), of: workout.app)
        let stored = Array((own[app] ?? []).shuffled(using: &random).prefix(3)).filter {
            $0.type.kind == .quantity && $0.version == nil
        }
        // In the second store nobody can add to what is not there, and the app itself learns that.
        guard !stored.isEmpty, !isHidden || app != TwoStores.app else { return }
        let left = stored.filter { !$0.isHidden }.map(\.id)
        write(
            .addToWorkout(AddToWorkout(workout: workout.id, stored: stored.map(\.id))),
            left.isEmpty || isHidden ? nil : .addToWorkout(AddToWorkout(workout: workout.id, stored: left)),
            as: app
        )
    }
}

// MARK: - Asking

extension TwoStores {
    /// Asks both servers for something. Returns what they say, without what names states of the store.
    mutating func askSomething() -> (request: Request, whole: [Reply], part: [Reply]) {
        let anchor = anchors.randomElement(using: &random) ?? ([], [])
        let (one, other) = request(anchor)
        calls += 1
        reader.whole.send(calls, one)
        reader.part.send(calls, other)
        let (whole, part) = (reader.whole.receive().map(\.reply), reader.part.receive().map(\.reply))
        compareAnchors(whole, part)
        // In the whole store the deletions of these correlations have no sync keys.
        return (one, whole.comparable(withoutKeysOf: []), part.comparable(withoutKeysOf: partial))
    }

    /// Compares the last anchors. Those before them depend on how a stream is divided.
    private mutating func compareAnchors(_ whole: [Reply], _ part: [Reply]) {
        guard let one = whole.last(where: { $0.anchor != nil })?.anchor,
            let other = part.last(where: { $0.anchor != nil })?.anchor
        else { return }
        if !pairs.add(one, other) {
            difference = difference ?? (whole, part)
        }
    }

    private mutating func request(_ anchor: (whole: EncodedAnchor, part: EncodedAnchor)) -> (Request, Request) {
        func same(_ request: Request) -> (Request, Request) { (request, request) }
        switch Int.random(in: 0..<13, using: &random) {
        case 0: return same(.listSources(ListSources(clauses: chance(3) ? [] : clauses())))
        case 1, 2:
            let type: ObjectType = chance(2) ? .heartRate : .stepCount
            let edges = (0...4).map { TwoStores.time($0 * TwoStores.seconds / 4) }
            let query = QueryStatistics(
                clauses: [Clause(type: type, predicate: predicate(type))],
                options: type == .heartRate ? [.average, .minimum, .mostRecent] : [.sum],
                edges: chance(2) ? edges : [],
                bySource: chance(2)
            )
            return same(.queryStatistics(query))
        case 3:
            let chosen = Array(ids.shuffled(using: &random).prefix(2)).filter { id in
                !(own[TwoStores.app] ?? []).contains { $0.id == id }
            }
            return same(.deleteObjects(DeleteObjects(.objects(chosen.isEmpty ? [exampleID(999_999)] : chosen))))
        case 4:
            let stored = [ids.randomElement(using: &random) ?? exampleID(1), exampleID(999_999)]
            let workout = workouts.randomElement(using: &random)?.id ?? exampleID(1)
            return same(.addToWorkout(AddToWorkout(workout: workout, stored: stored)))
        case 5, 6, 7:
            let clauses = chance(4) ? [] : clauses()
            return (
                .queryChanges(QueryChanges(clauses: clauses, anchor: anchor.whole)),
                .queryChanges(QueryChanges(clauses: clauses, anchor: anchor.part))
            )
        case 8:
            let type = TwoStores.ranked.randomElement(using: &random) ?? .activeEnergyBurned
            return same(chance(2) ? .characteristics(Characteristics()) : .sourceRanks(SourceRanks(type: type)))
        case 9:
            let type: ObjectType = chance(2) ? .heartRate : .workout
            let clause = Clause(type: type, predicate: predicate(type))
            return same(.querySamples(QuerySamples(clauses: [clause], limit: 1)))
        default:
            let fields: [Field] = [.startDate, .endDate, .workoutTotalEnergyBurned]
            let field = fields.randomElement(using: &random) ?? .startDate
            let order = chance(2) ? [SortKey(field: field, descending: chance(2))] : []
            let limit: UInt64 = chance(3) ? 3 : 0
            return same(.querySamples(QuerySamples(clauses: clauses(), order: order, limit: limit)))
        }
    }

    private mutating func clauses() -> [Clause] {
        let types = (TwoStores.quantities + [.workout, .bloodPressure, .food]).shuffled(using: &random)
        return types.prefix(Int.random(in: 1...3, using: &random)).map { Clause(type: $0, predicate: predicate($0)) }
    }

    private mutating func predicate(_ type: ObjectType) -> Predicate? {
        let id = ids.randomElement(using: &random) ?? exampleID(1)
        var terms: [Predicate.Term] = [
            .ids(Array(ids.shuffled(using: &random).prefix(5))),
            .inWorkout(workouts.randomElement(using: &random)?.id ?? id),
            .inCorrelation(correlations.randomElement(using: &random) ?? id),
            .correlated(chance(2)),
            .sources([(TwoStores.others + [TwoStores.app]).randomElement(using: &random)?.description ?? ""]),
            .interval(Interval(start: time(), end: nil)),
        ]
        if type == .workout {
            let compared = Comparison(
                field: .workoutAverage,
                relation: chance(2) ? .notEqual : .greater,
                operand: .number(20, nil),
                statisticsType: .heartRate
            )
            let total = Comparison(
                field: .workoutTotalEnergyBurned,
                relation: chance(2) ? .less : .greaterOrEqual,
                operand: .number(Double(Int.random(in: 1..<50, using: &random)), nil)
            )
            terms = [.comparison(compared), .comparison(total), terms[0], terms[4]]
        }
        let term = terms.randomElement(using: &random) ?? .constant(true)
        return chance(3) ? nil : Predicate(terms: chance(4) ? [term, .noneOf(1)] : [term])
    }
}

extension [Reply] {
    /// What they say, without what names a state of one store. How a stream is divided into batches depends on how the
    /// store has laid its samples, and no promise is made of that: each sample is in a batch of its own.
    fileprivate func comparable(withoutKeysOf partial: Set<ObjectType>) -> [Reply] {
        var members: [SampleColumns] = []
        for case .samples(let batch) in self {
            members += batch.members.flatMap(\.rows)
        }
        members.sort { $0.ids[0] < $1.ids[0] }
        return flatMap { $0.comparable(withoutKeysOf: partial) }
            + members.map { .samples(SampleBatch(columns: [], members: [$0])) }
    }
}

extension Reply {
    fileprivate var errorText: String? {
        if case .error(let refusal) = self { refusal.error.message } else { nil }
    }

    /// Whether it only says where the store is.
    fileprivate var isEmptyBatch: Bool {
        if case .changes(let batch) = self { batch.added.isEmpty && batch.deleted == nil } else { false }
    }

    fileprivate func comparable(withoutKeysOf partial: Set<ObjectType>) -> [Reply] {
        switch self {
        case .samples(let batch):
            return batch.rows.map { .samples(SampleBatch(columns: [$0])) }
        case .changes(var batch):
            // The clock's.
            if let deleted = batch.deleted {
                batch.deleted?.times = deleted.times.map { _ in Timestamp(nanoseconds: 0) }
                let isPartial = deleted.ids.indices.map { row in
                    partial.contains { $0.identifier == deleted.types[row] }
                }
                if isPartial.contains(true) {
                    let kept = isPartial.indices.map { row in
                        isPartial[row] ? Metadata.none : deleted.metadata[row] ?? Metadata.none
                    }
                    batch.deleted?.metadata = DictionaryColumn(kept).withoutDefaults()
                }
            }
            return [Reply.changes(batch).withoutAnchor]
        default: return [withoutAnchor]
        }
    }
}

extension SampleBatch {
    /// The samples in their order, each by itself.
    fileprivate var rows: [SampleColumns] {
        guard columns.count > 1 else { return columns.flatMap(\.rows) }
        let rows = columns.map(\.rows)
        var next = columns.map { _ in 0 }
        return interleaving.map { column in
            defer { next[Int(column)] += 1 }
            return rows[Int(column)][next[Int(column)]]
        }
    }
}

extension SampleColumns {
    fileprivate var rows: [SampleColumns] { ids.indices.map { selecting(.each([$0])).withoutDefaults() } }
}
