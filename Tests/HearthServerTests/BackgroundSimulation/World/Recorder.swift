import HearthModel
import HearthServer
import HearthWire

/// An app that saves and deletes samples, of which the others are told.
final class Recorder {
    static let name = "org.example.recorder"
    var connection: CoreConnection?
    private var lastCall: UInt64 = 0
    private var lastID = 0
    /// What it wants to be deleted, or has deleted.
    private var gone: Set<ObjectID> = []

    func act(in world: DeliverySimulation) {
        guard !world.isStopping else { return }
        let connection = connect(to: world.core)
        read()
        lastCall += 1
        if world.random.chance(30) {
            delete(connection, world)
        } else {
            save(connection, world)
        }
    }

    func read() {
        _ = connection?.takeReplies()
    }

    private func connect(to core: Server) -> CoreConnection {
        if let connection, !connection.isClosed { return connection }
        let made = CoreConnection(core)
        lastCall = 1
        made.send(1, .hello(Hello(major: 1, minor: 2, app: App(bundleIdentifier: Recorder.name))))
        connection = made
        return made
    }

    private func save(_ connection: CoreConnection, _ world: DeliverySimulation) {
        world.occurrences.note(.save)
        let types = Set((0..<world.random.between(1, 2)).compactMap { _ in world.random.pick(SimulatedApp.types) })
        let columns = types.sorted { $0.identifier < $1.identifier }.map { type in
            let ids = (0..<world.random.between(1, 2)).map { _ in newID() }
            return SampleColumns(
                type: type,
                ids: ids,
                starts: ids.map { _ in world.clock.date },
                payload: .quantity(QuantityColumns(values: ids.map { _ in 0.5 }))
            )
        }
        world.note("\(types.map(\.identifier)) are saved")
        connection.send(lastCall, .save(Save(columns: columns)))
    }

    /// Only of what is surely there.
    private func delete(_ connection: CoreConnection, _ world: DeliverySimulation) {
        let stored = world.truth.samples.filter { $0.value.deleted == nil && !gone.contains($0.key) }
        let ids = stored.keys.sorted { $0.low < $1.low }
        guard let id = world.random.pick(ids) else { return }
        gone.insert(id)
        world.occurrences.note(.deletion)
        world.note("a sample is deleted")
        connection.send(lastCall, .deleteObjects(DeleteObjects(.objects([id]))))
    }

    private func newID() -> ObjectID {
        lastID += 1
        return ObjectID(high: UInt64(0x018D_F8C1_0000 + lastID) << 16 | 0x7000, low: 1 << 63 | UInt64(lastID))
    }
}
