package import HearthModel
package import HearthStore
internal import HearthWire

/// What a store holds after writes, worked out the plain way: the load asks it for something to delete, and who checks a
/// store compares with it.
///
/// It knows as much of the semantics as the load uses.
package struct LoadModel: Sendable {
    /// Each sample by itself, as a store must give it back.
    package private(set) var samples: [ObjectID: SampleColumns] = [:]
    /// For each workout what was associated with it, whether stored still or not.
    private var associations: [ObjectID: Set<ObjectID>] = [:]
    package private(set) var characteristics = CharacteristicValues()
    private var frequencies: [ObjectType: UpdateFrequency] = [:]

    package init() {}

    /// What the store that has these contents holds.
    package init(_ contents: StoreContents) {
        samples = contents.samples
        associations = contents.inWorkouts
        characteristics = contents.characteristics
        for registration in contents.registrations {
            frequencies[registration.type] = registration.frequency
        }
    }

    /// What can be seen of it.
    package var contents: StoreContents {
        StoreContents(
            samples: samples,
            inWorkouts: samples.values.filter { $0.type == .workout }.reduce(into: [:]) { found, workout in
                found[workout.ids[0]] = associations[workout.ids[0], default: []].filter { samples[$0] != nil }
            },
            characteristics: characteristics,
            registrations: frequencies.map { BackgroundRegistration(type: $0, frequency: $1) }
                .sorted { $0.type.identifier < $1.type.identifier }
        )
    }

    /// How many samples a write added, deleted and found stored already.
    package struct Counts: Hashable, Sendable {
        package var added = 0
        package var deleted = 0
        package var unchanged = 0

        package init(added: Int = 0, deleted: Int = 0, unchanged: Int = 0) {
            self.added = added
            self.deleted = deleted
            self.unchanged = unchanged
        }
    }

    /// The samples of a type, in the order of their identifiers.
    package func ids(of type: ObjectType) -> [ObjectID] {
        samples.values.filter { $0.type == type }.map { $0.ids[0] }.sorted()
    }

    package var newestSyncVersion: Int64 {
        samples.values.map(\.syncVersion).max() ?? 0
    }

    @discardableResult
    package mutating func apply(_ write: Write) -> Counts {
        var counts = Counts()
        switch write.operation {
        case .save(let columns):
            _ = save(columns, write.origin, &counts)
        case .delete(.objects(let ids)):
            for id in Set(ids) {
                delete(id, &counts)
            }
        case .delete(.matching(let clause)):
            let matching = samples.values.filter { clause.matches($0) && $0.isSaved(by: write.origin) }
            for sample in matching {
                delete(sample.ids[0], &counts)
            }
        case .addToWorkout(let addition):
            let saved = save(addition.columns, write.origin, &counts)
            associations[addition.workout, default: []].formUnion(saved + addition.stored)
        case .setCharacteristics(let values):
            set(\.biologicalSex, to: values.biologicalSex)
            set(\.bloodType, to: values.bloodType)
        case .register(let delivery):
            let stays = delivery.disableAll ? [] : Set(frequencies.keys).subtracting(delivery.disable)
            frequencies = frequencies.filter { stays.contains($0.key) }
            for registration in delivery.enable {
                frequencies[registration.type] = registration.frequency
            }
        case .acknowledge, .rankSources, .controlAccess, .recordAccess, .noteDelivery, .storeCounts:
            preconditionFailure("the load has no such writes")
        }
        return counts
    }

    /// Nil: it stays. 0: it is cleared.
    private mutating func set(_ property: WritableKeyPath<CharacteristicValues, UInt32?>, to value: UInt32?) {
        guard let value else { return }
        characteristics[keyPath: property] = value == 0 ? nil : value
    }

    /// Saves row by row; the identifiers under which the samples are stored afterwards.
    private mutating func save(
        _ columns: [SampleColumns],
        _ origin: Write.Origin,
        _ counts: inout Counts
    ) -> [ObjectID] {
        var storedUnder: [ObjectID: ObjectID] = [:]
        for sample in columns.flatMap({ $0.spelledOutRows(savedBy: origin) }) {
            let id = sample.ids[0]
            if samples[id] != nil {
                counts.unchanged += 1
                continue
            }
            if sample.syncIdentifier != nil,
                let other = samples.values.first(where: { $0.hasSyncIdentifier(of: sample) })
            {
                guard other.syncVersion < sample.syncVersion else {
                    counts.unchanged += 1
                    storedUnder[id] = other.ids[0]
                    continue
                }
                replace(other.ids[0], with: id)
                counts.deleted += 1
            }
            samples[id] = sample.renamingMembers { storedUnder[$0] ?? $0 }
            counts.added += 1
        }
        return columns.flatMap(\.ids).map { storedUnder[$0] ?? $0 }
    }

    private mutating func replace(_ old: ObjectID, with new: ObjectID) {
        samples[old] = nil
        for workout in associations.keys where associations[workout]?.contains(old) == true {
            associations[workout]?.insert(new)
        }
        for (id, sample) in samples where sample.type.kind == .correlation {
            samples[id] = sample.renamingMembers { $0 == old ? new : $0 }
        }
    }

    private mutating func delete(_ id: ObjectID, _ counts: inout Counts) {
        guard let sample = samples.removeValue(forKey: id) else { return }
        counts.deleted += 1
        if sample.type == .workout {
            associations[id] = nil
        }
    }
}

extension Clause {
    /// Understands what the load sends: no predicate, or one interval of starts.
    fileprivate func matches(_ sample: SampleColumns) -> Bool {
        guard sample.type == type else { return false }
        guard case .interval(let interval)? = predicate?.terms.first, let start = interval.start, let end = interval.end
        else { return predicate == nil }
        return sample.starts[0] >= start && sample.starts[0] < end
    }
}

extension SampleColumns {
    fileprivate func isSaved(by origin: Write.Origin) -> Bool {
        provenance[0]?.source?.bundleIdentifier == origin.source.bundleIdentifier
    }

    fileprivate var syncIdentifier: String? {
        guard case .string(let text)? = metadata[0]?[MetadataKey.syncIdentifier.rawValue] else { return nil }
        return text
    }

    fileprivate var syncVersion: Int64 {
        guard case .integer(let number)? = metadata[0]?[MetadataKey.syncVersion.rawValue] else { return 0 }
        return number
    }

    fileprivate func hasSyncIdentifier(of other: SampleColumns) -> Bool {
        type == other.type && syncIdentifier != nil && syncIdentifier == other.syncIdentifier
            && provenance[0]?.source?.bundleIdentifier == other.provenance[0]?.source?.bundleIdentifier
    }

    fileprivate func renamingMembers(_ name: (ObjectID) -> ObjectID) -> SampleColumns {
        guard case .correlation(var columns) = payload else { return self }
        columns.members = columns.members.map(name)
        var renamed = self
        renamed.payload = .correlation(columns)
        return renamed
    }
}
