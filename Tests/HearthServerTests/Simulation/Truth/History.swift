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
        /// Its place in the write, as the store orders it.
        let rank: Int
        var deleted: UInt64?

        func isAlive(at commit: UInt64) -> Bool { added <= commit && (deleted ?? .max) > commit }
    }

    struct Deletion {
        let commit: UInt64
        let time: Int64
        let type: ObjectType
    }

    /// What queries see from one write to the next. Associations change without a commit of samples.
    struct Moment {
        let commit: UInt64
        let associations: Associations
    }

    var storeID: ObjectID
    let anchors: AnchorOpener
    private(set) var head: UInt64 = 0
    /// Anchors below this have expired.
    private(set) var oldest: UInt64 = 0
    private(set) var commits: Set<UInt64> = [0]
    /// The types of which each commit changed samples.
    private(set) var changedTypes: [(commit: UInt64, types: Set<ObjectType>)] = []
    private(set) var versions: [ObjectID: [Version]] = [:]
    private(set) var deletions: [Deletion] = []
    private(set) var associations: Associations = [:]
    private(set) var moments = [Moment(commit: 0, associations: [:])]
    /// One state after the other.
    private(set) var characteristics = [CharacteristicValues()]
    /// How many samples were replaced by newer versions, and how many were not stored as a newer one was.
    private(set) var replacements = 0
    private(set) var newerVersionsKept = 0
    /// What each app was registered for in the background, one state after the other.
    private var registrations: [String: [[ObjectType: UpdateFrequency]]] = [:]

    init(storeID: ObjectID, _ anchors: AnchorOpener) {
        self.anchors = anchors
        self.storeID = storeID
    }

    // MARK: - Looking

    func living(_ id: ObjectID) -> Version? {
        guard let last = versions[id]?.last, last.deleted == nil else { return nil }
        return last
    }

    /// Samples that were deleted lately, in the order of their UUIDs: no server has forgotten these deletions.
    var keptDeletions: [Version] {
        versions.values.compactMap { $0.last }.filter { ($0.deleted ?? 0) > mayBeForgotten }
            .sorted { $0.sample.id < $1.sample.id }
    }

    /// Deletions up to this commit may be forgotten, of the last one in part.
    private var mayBeForgotten: UInt64 { commits.filter { $0 >= oldest }.min() ?? oldest }

    /// Whether the UUID of a sample that is not stored is that of another app's deleted one; nil: that depends on what is
    /// forgotten.
    private func isDeletedByOther(_ id: ObjectID, than app: String) -> Bool? {
        guard let last = versions[id]?.last, let deleted = last.deleted else { return false }
        guard deleted <= mayBeForgotten else { return last.app != app }
        return versions[id]?.contains { $0.app != app } == true ? nil : false
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

    /// Whether a sample was saved or deleted by a commit after a number.
    func hasChange(of id: ObjectID, after number: UInt64) -> Bool {
        versions[id]?.contains { $0.added > number || $0.deleted.map { $0 > number } ?? false } ?? false
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

    /// `isRefused`: what the store did, which decides where that depends on what it has forgotten.
    mutating func apply(_ write: SimulatedWrite, at time: Int64, isRefused: Bool = false) -> Outcome {
        let outcome = outcome(of: write, time, isRefused)
        if let last = moments.last, last.commit != head || last.associations != associations {
            moments.append(Moment(commit: head, associations: associations))
        }
        return outcome
    }

    private mutating func outcome(of write: SimulatedWrite, _ time: Int64, _ isRefused: Bool) -> Outcome {
        switch write.operation {
        case .save(let samples): return save(samples, write.app, time, isRefused).outcome
        case .delete(let ids): return delete(ids, write.app, time)
        case .deleteMatching(let selection):
            let found = livingSamples.filter { $0.app == write.app && selection.matches($0.sample, associations) }
            return delete(living: found.map(\.sample.id), time)
        case .addToWorkout(let workout, let samples, let stored):
            guard living(workout)?.sample.type == .workout else { return .refused(.workoutNotFound) }
            var attempt = self
            let (outcome, ids) = attempt.save(samples, write.app, time, isRefused)
            guard case .committed = outcome else { return outcome }
            // One of the samples may have taken its place.
            guard attempt.living(workout) != nil else { return .refused(.workoutNotFound) }
            guard stored.allSatisfy({ attempt.living($0) != nil }) else { return .refused(.objectNotFound) }
            attempt.associations[workout, default: []].formUnion(ids + stored)
            self = attempt
            return outcome
        case .register(let delivery): register(delivery, write.app)
        case .setCharacteristics(let values): set(values)
        }
        return .committed(sequence: head, added: 0, deleted: 0, unchanged: 0)
    }

    /// What became of it, and under which UUIDs the samples are stored now.
    private mutating func save(
        _ samples: [SimulatedSample],
        _ app: String,
        _ time: Int64,
        _ isRefused: Bool
    ) -> (outcome: Outcome, ids: [ObjectID]) {
        var decisions = SimulatedSave()
        for sample in samples {
            if let stored = living(sample.id) {
                guard stored.sample == sample, stored.app == app else { return (.refused(.identifierConflict), []) }
                decisions.unchanged += 1
            } else if isDeletedByOther(sample.id, than: app) ?? isRefused {
                return (.refused(.identifierConflict), [])
            } else {
                decisions.take(sample) { key in livingSamples.first { $0.app == app && $0.sample.key == key }?.sample }
            }
        }
        newerVersionsKept += decisions.newerKept
        replacements += decisions.replaced.count
        let changes = decisions.added.count + decisions.replaced.count
        if changes > 0 {
            commit(changes: changes, Set(decisions.added.map(\.type)))
            let ranks = ranks(of: samples)
            for sample in decisions.added {
                versions[sample.id, default: []].append(
                    Version(sample: sample, app: app, added: head, rank: ranks[sample.id] ?? 0)
                )
            }
            for (old, new) in decisions.replaced {
                end(old.id, time)
                takePlace(of: old.id, new)
            }
        }
        return (
            .committed(
                sequence: head,
                added: decisions.added.count,
                deleted: decisions.replaced.count,
                unchanged: decisions.unchanged + decisions.newerKept
            ),
            samples.map { decisions.standIn($0.id) }
        )
    }

    /// The places in a write: the types in the order in which they first appear, the samples of each by their start.
    private func ranks(of samples: [SimulatedSample]) -> [ObjectID: Int] {
        let types = samples.map(\.type)
        let sorted = samples.enumerated().sorted { left, right in
            let places = [left, right].map { types.firstIndex(of: $0.element.type) ?? 0 }
            return (places[0], left.element.start, left.offset) < (places[1], right.element.start, right.offset)
        }
        return Dictionary(sorted.enumerated().map { ($1.element.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A newer version is in the workouts in which the old one is; one of a workout has the samples of the old one.
    private mutating func takePlace(of old: ObjectID, _ new: ObjectID) {
        if let members = associations.removeValue(forKey: old) {
            associations[new, default: []].formUnion(members)
        }
        for (workout, members) in associations where members.contains(old) {
            associations[workout]?.insert(new)
        }
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
        commit(changes: ids.count, Set(ids.compactMap { living($0)?.sample.type }))
        for id in ids {
            end(id, time)
            associations[id] = nil
        }
        return .committed(sequence: head, added: 0, deleted: ids.count, unchanged: 0)
    }

    /// A life ends with the newest commit.
    private mutating func end(_ id: ObjectID, _ time: Int64) {
        guard let version = living(id), let last = versions[id]?.indices.last else { return }
        versions[id]?[last].deleted = head
        deletions.append(Deletion(commit: head, time: time, type: version.sample.type))
    }

    private mutating func commit(changes: Int, _ types: Set<ObjectType>) {
        head += UInt64(changes)
        commits.insert(head)
        changedTypes.append((head, types))
    }

    private mutating func set(_ values: CharacteristicValues) {
        var newest = characteristics.last ?? CharacteristicValues()
        let merged = { (old: UInt32?, new: UInt32?) -> UInt32? in new == 0 ? nil : new ?? old }
        newest.dateOfBirth = values.dateOfBirth == .cleared ? nil : values.dateOfBirth ?? newest.dateOfBirth
        newest.biologicalSex = merged(newest.biologicalSex, values.biologicalSex)
        newest.bloodType = merged(newest.bloodType, values.bloodType)
        newest.wheelchairUse = merged(newest.wheelchairUse, values.wheelchairUse)
        characteristics.append(newest)
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
