import HearthModel
import HearthTestSupport
import HearthWire

/// What is durable, commit by commit: what the checker holds the server against. Each write is carried out here by the
/// rules of the protocol at the moment when the storage has it.
struct History {
    /// A stretch of a sample's life.
    struct Version {
        let sample: SimulatedSample
        let app: String
        let added: UInt64
        var deleted: UInt64?

        func isAlive(at commit: UInt64) -> Bool { added <= commit && (deleted ?? .max) > commit }
    }

    struct Deletion {
        let commit: UInt64
        let time: Int64
        let type: ObjectType
    }

    var storeID: ObjectID
    private(set) var head: UInt64 = 0
    /// Anchors below this have expired.
    private(set) var oldest: UInt64 = 0
    private(set) var commits: Set<UInt64> = [0]
    /// The types of which each commit changed samples.
    private(set) var changedTypes: [(commit: UInt64, types: Set<ObjectType>)] = []
    private(set) var versions: [ObjectID: [Version]] = [:]
    private(set) var deletions: [Deletion] = []
    /// What each app was registered for in the background, one state after the other.
    private var registrations: [String: [[ObjectType: UpdateFrequency]]] = [:]

    init(storeID: ObjectID) {
        self.storeID = storeID
    }

    // MARK: - Looking

    func living(_ id: ObjectID) -> Version? {
        guard let last = versions[id]?.last, last.deleted == nil else { return nil }
        return last
    }

    /// The samples at a commit.
    func samples(at commit: UInt64, _ selections: [Selection]) -> [ObjectID: SimulatedSample] {
        var found: [ObjectID: SimulatedSample] = [:]
        for (id, lives) in versions {
            if let version = lives.last(where: { $0.isAlive(at: commit) }), selections.matches(version.sample) {
                found[id] = version.sample
            }
        }
        return found
    }

    /// Samples that were saved and live, in the order of their UUIDs.
    var livingSamples: [Version] {
        versions.values.compactMap { $0.last }.filter { $0.deleted == nil }
            .sorted { $0.sample.id < $1.sample.id }
    }

    func sizeOfLargestCommit(after: UInt64, upTo last: UInt64) -> Int {
        var previous: UInt64 = 0
        var largest = 0
        for commit in commits.sorted() where commit <= last {
            if commit > after {
                largest = max(largest, Int(commit - previous))
            }
            previous = commit
        }
        return largest
    }

    /// From which commits to which a UUID was stored.
    func lives(of id: ObjectID) -> String {
        (versions[id] ?? []).map { "\($0.added)..<\($0.deleted.map(String.init) ?? "")" }.joined(separator: ", ")
    }

    func changedTypes(after: UInt64, upTo: UInt64) -> Set<ObjectType> {
        changedTypes.reduce(into: []) { found, change in
            if change.commit > after, change.commit <= upTo {
                found.formUnion(change.types)
            }
        }
    }

    // MARK: - Writing

    mutating func carryOut(_ write: SimulatedWrite, at time: Int64) -> Outcome {
        switch write.operation {
        case .save(let samples): return save(samples, write.app)
        case .delete(let ids): return delete(ids, write.app, time)
        case .deleteMatching(let selection):
            let found = livingSamples.filter { $0.app == write.app && selection.matches($0.sample) }
            return delete(living: found.map(\.sample.id), time)
        case .addToWorkout(let workout, let samples, let stored):
            guard living(workout)?.sample.type == .workout else { return .refused(.workoutNotFound) }
            var attempt = self
            let outcome = attempt.save(samples, write.app)
            guard case .committed = outcome else { return outcome }
            guard stored.allSatisfy({ attempt.living($0) != nil }) else { return .refused(.objectNotFound) }
            self = attempt
            return outcome
        case .register(let delivery):
            register(delivery, write.app)
            return .committed(sequence: head, added: 0, deleted: 0, unchanged: 0)
        }
    }

    private mutating func save(_ samples: [SimulatedSample], _ app: String) -> Outcome {
        var new: [SimulatedSample] = []
        var unchanged = 0
        for sample in samples {
            guard let stored = living(sample.id) else {
                new.append(sample)
                continue
            }
            guard stored.sample == sample, stored.app == app else { return .refused(.identifierConflict) }
            unchanged += 1
        }
        if !new.isEmpty {
            commit(changes: new.count, Set(new.map(\.type)))
            for sample in new {
                versions[sample.id, default: []].append(Version(sample: sample, app: app, added: head))
            }
        }
        return .committed(sequence: head, added: new.count, deleted: 0, unchanged: unchanged)
    }

    private mutating func delete(_ ids: [ObjectID], _ app: String, _ time: Int64) -> Outcome {
        var found: [ObjectID] = []
        var seen: Set<ObjectID> = []
        for id in ids where seen.insert(id).inserted {
            guard let version = living(id) else { return .refused(.objectNotFound) }
            guard version.app == app else { return .refused(.notOwner) }
            found.append(id)
        }
        return delete(living: found, time)
    }

    private mutating func delete(living ids: [ObjectID], _ time: Int64) -> Outcome {
        guard !ids.isEmpty else { return .committed(sequence: head, added: 0, deleted: 0, unchanged: 0) }
        let types = ids.compactMap { living($0)?.sample.type }
        commit(changes: ids.count, Set(types))
        for id in ids {
            let last = (versions[id]?.count ?? 0) - 1
            versions[id]?[last].deleted = head
        }
        deletions += types.map { Deletion(commit: head, time: time, type: $0) }
        return .committed(sequence: head, added: 0, deleted: ids.count, unchanged: 0)
    }

    private mutating func commit(changes: Int, _ types: Set<ObjectType>) {
        head += UInt64(changes)
        commits.insert(head)
        changedTypes.append((head, types))
    }

    // MARK: - Registrations

    func registrations(of app: String) -> [[ObjectType: UpdateFrequency]] { registrations[app] ?? [[:]] }

    private mutating func register(_ delivery: BackgroundDelivery, _ app: String) {
        var states = registrations(of: app)
        var newest = states.last ?? [:]
        for type in SimulatedSample.types where delivery.disableAll || delivery.disable.contains(type) {
            newest[type] = nil
        }
        for registration in delivery.enable {
            newest[registration.type] = registration.frequency
        }
        states.append(newest)
        registrations[app] = states
    }

    // MARK: - Retention

    /// Deletions up to here are forgotten. Checks that they may be.
    mutating func forget(upTo commit: UInt64, before cutoff: Int64, retained: Int) throws(Violation) {
        guard commit != oldest else { return }
        let forgotten = deletions.filter { $0.commit <= commit }
        try ensure(commit > oldest, .resumable, "what was forgotten is known again: \(commit) after \(oldest)")
        try ensure(
            forgotten.allSatisfy { $0.time < cutoff },
            .resumable,
            "deletions up to \(commit) were forgotten that are not old enough"
        )
        try ensure(
            deletions.count - forgotten.count >= retained,
            .resumable,
            "of \(deletions.count) deletions \(forgotten.count) were forgotten, and \(retained) are to be kept"
        )
        oldest = commit
    }
}
