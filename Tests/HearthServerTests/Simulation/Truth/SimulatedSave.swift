import HearthModel

/// What becomes of the samples of a save that are not stored under their UUIDs.
struct SimulatedSave {
    private(set) var added: [SimulatedSample] = []
    /// Samples, and the UUIDs of those that replace them. Also of this save itself.
    private(set) var replaced: [(old: SimulatedSample, new: ObjectID)] = []
    private(set) var newerKept = 0
    var unchanged = 0
    private var holders: [SyncedKey: SimulatedSample] = [:]
    private var standIns: [ObjectID: ObjectID] = [:]

    /// `stored`: the sample of the app that holds a key, of those before this save.
    mutating func take(_ sample: SimulatedSample, stored: (SyncedKey) -> SimulatedSample?) {
        if let sync = sample.sync, let key = sample.key {
            if let holder = holders[key] ?? stored(key) {
                guard let version = holder.sync?.version, version < sync.version else {
                    newerKept += 1
                    standIns[sample.id] = holder.id
                    return
                }
                replaced.append((holder, sample.id))
                standIns[holder.id] = sample.id
            }
            holders[key] = sample
        }
        added.append(sample)
    }

    /// The sample that stands for one of the save.
    func standIn(_ id: ObjectID) -> ObjectID { standIns[id].map(standIn) ?? id }
}

/// What one sample of an app holds.
struct SyncedKey: Hashable {
    let type: ObjectType
    let identifier: String
}

extension SimulatedSample {
    var key: SyncedKey? { sync.map { SyncedKey(type: type, identifier: $0.identifier) } }
}
