import HearthModel
import HearthStore
import HearthTestSupport
import HearthWire

/// What an app asks the store to change, in the terms of the simulation.
struct SimulatedWrite: Hashable {
    let app: String
    let operation: Operation

    enum Operation: Hashable {
        case save([SimulatedSample])
        case delete([ObjectID])
        case deleteMatching(Selection)
        case addToWorkout(ObjectID, [SimulatedSample], stored: [ObjectID])
        case register(BackgroundDelivery)
        case setCharacteristics(CharacteristicValues)
    }

    init(app: String, _ operation: Operation) {
        self.app = app
        self.operation = operation
    }

    /// What the server gave to the writer; nil when no simulated app asks for such a thing.
    init?(_ write: Write) {
        app = write.origin.source.bundleIdentifier
        switch write.operation {
        case .save(let columns): operation = .save(SimulatedSample.samples(columns))
        case .delete(.objects(let ids)): operation = .delete(ids)
        case .delete(.matching(let clause)):
            guard let selection = Selection(clause) else { return nil }
            operation = .deleteMatching(selection)
        case .addToWorkout(let addition):
            let samples = SimulatedSample.samples(addition.columns)
            operation = .addToWorkout(addition.workout, samples, stored: addition.stored)
        case .register(let delivery): operation = .register(delivery)
        case .setCharacteristics(let values): operation = .setCharacteristics(values)
        case .acknowledge, .rankSources, .controlAccess, .recordAccess, .noteDelivery, .storeCounts: return nil
        }
    }

    /// The requests that ask for it: several for a save that is sent in several frames.
    func requests(frames: Int) -> [Request] {
        switch operation {
        case .save(let samples):
            let size = max(1, (samples.count + frames - 1) / frames)
            let parts = stride(from: 0, to: samples.count, by: size).map {
                Array(samples[$0..<min($0 + size, samples.count)])
            }
            return parts.enumerated().map { index, part in
                .save(Save(columns: SimulatedSample.columns(part), more: index < parts.count - 1))
            }
        case .delete(let ids): return [.deleteObjects(DeleteObjects(.objects(ids)))]
        case .deleteMatching(let selection): return [.deleteObjects(DeleteObjects(.matching(selection.clause)))]
        case .addToWorkout(let workout, let samples, let stored):
            let columns = SimulatedSample.columns(samples)
            return [.addToWorkout(AddToWorkout(workout: workout, columns: columns, stored: stored))]
        case .register(let delivery): return [.backgroundDelivery(delivery)]
        case .setCharacteristics(let values): return [.characteristics(Characteristics(set: values))]
        }
    }
}

/// What became of a write.
enum Outcome: Hashable {
    case committed(sequence: UInt64, added: Int, deleted: Int, unchanged: Int)
    case refused(ErrorCode)
}
