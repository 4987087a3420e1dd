import HearthModel
import HearthStore
import HearthWire

/// Why a write is refused: everything that is wrong with it. A store reports any of these.
struct Refusal: Error, Sendable {
    struct Fault: Hashable, Sendable {
        var code: ErrorCode
        /// Nil: the protocol leaves open which of several fields it is.
        var field: String?
    }

    var faults: [Fault]
    /// What a store may see in a write that is refused anyway.
    var possible: [ErrorCode] = []

    func allows(_ error: HearthError) -> Bool {
        guard !faults.isEmpty else { return false }
        return possible.contains(error.code)
            || faults.contains {
                $0.code == error.code && (faults.count > 1 || $0.field == nil || $0.field == error.field)
            }
    }
}

/// What a write does to a store that accepts it.
struct WriteEffect: Sendable {
    /// The store afterwards, but for the number of the commit.
    var store: ReferenceStore
    var added = 0
    var deleted = 0
    var unchanged = 0
    /// How many sequence numbers the write takes.
    var numbers = 0...0
    /// Why the store refuses the write instead if it has not forgotten certain deletions.
    var possibleFaults: [Refusal.Fault] = []

    func mayBeRefused(with error: HearthError) -> Bool {
        !possibleFaults.isEmpty && Refusal(faults: possibleFaults).allows(error)
    }

    /// What stands for the commit's number until it is known.
    static let pending = UInt64.max

    /// The store with the number that the commit got.
    func committed(at sequence: UInt64) -> ReferenceStore {
        guard numbers.upperBound > 0 else { return store }
        var store = store
        for (id, stored) in store.rows where stored.commit == WriteEffect.pending {
            store.rows[id] = StoredRow(row: stored.row, commit: sequence, rank: stored.rank, isMoved: stored.isMoved)
        }
        for index in store.tombstones.indices where store.tombstones[index].commit == WriteEffect.pending {
            store.tombstones[index].commit = sequence
        }
        store.head = sequence
        store.commits.insert(sequence)
        return store
    }
}

extension ReferenceStore {
    /// What the write does, at a time.
    func applying(_ write: Write, at time: Timestamp) -> Result<WriteEffect, Refusal> {
        var writing = ReferenceWriting(self, write.origin, time)
        switch write.operation {
        case .save(let columns):
            writing.save(columns)
        case .delete(.objects(let ids)):
            writing.delete(ids)
        case .delete(.matching(let clause)):
            let bundleIdentifier = write.origin.source.bundleIdentifier
            for stored in matching([clause]) where sameBytes(stored.row.bundleIdentifier, bundleIdentifier) {
                writing.delete(stored.row)
            }
        case .addToWorkout(let request):
            writing.add(request)
        case .setCharacteristics(let values):
            writing.set(values)
        case .register(let delivery):
            writing.register(delivery, Array(write.origin.source.bundleIdentifier.utf8))
        case .acknowledge, .rankSources, .controlAccess, .recordAccess, .noteDelivery, .storeCounts:
            preconditionFailure("no script has it")
        }
        return writing.result
    }
}

extension ReferenceWriting {
    mutating func delete(_ ids: [ObjectID]) {
        for (index, id) in ids.enumerated() {
            guard let stored = before.stored(id) else {
                refuse(.objectNotFound, "objects.uuids[\(index)]")
                continue
            }
            guard sameBytes(stored.row.bundleIdentifier, origin.source.bundleIdentifier) else {
                refuse(.notOwner, "objects.uuids[\(index)]")
                continue
            }
            if effect.store.stored(id) != nil {
                delete(stored.row)
            }
        }
    }

    mutating func add(_ request: AddToWorkout) {
        save(request.columns)
        if effect.store.stored(request.workout)?.row.type != .workout {
            refuse(.workoutNotFound, "workout")
        }
        for (index, id) in request.stored.enumerated() where effect.store.stored(id) == nil {
            refuse(.objectNotFound, "stored[\(index)]")
        }
        let saved = request.columns.flatMap(\.ids)
        let associated = saved.map(standIn) + saved.filter { effect.store.stored($0) != nil } + request.stored
        effect.store.associations[request.workout, default: []].formUnion(associated)
    }

    mutating func set(_ values: CharacteristicValues) {
        func merged(_ old: UInt32?, _ new: UInt32?) -> UInt32? {
            new == 0 ? nil : new ?? old
        }
        var result = effect.store.characteristics
        if let date = values.dateOfBirth {
            result.dateOfBirth = date == .cleared ? nil : date
        }
        result.biologicalSex = merged(result.biologicalSex, values.biologicalSex)
        result.bloodType = merged(result.bloodType, values.bloodType)
        result.fitzpatrickSkinType = merged(result.fitzpatrickSkinType, values.fitzpatrickSkinType)
        result.wheelchairUse = merged(result.wheelchairUse, values.wheelchairUse)
        result.activityMoveMode = merged(result.activityMoveMode, values.activityMoveMode)
        effect.store.characteristics = result
    }

    mutating func register(_ delivery: BackgroundDelivery, _ app: [UInt8]) {
        var registered = effect.store.registrations[app] ?? [:]
        for type in Array(registered.keys) where delivery.disableAll || delivery.disable.contains(type) {
            registered[type] = nil
        }
        for registration in delivery.enable {
            registered[registration.type] = registration.frequency
        }
        effect.store.registrations[app] = registered
    }
}
