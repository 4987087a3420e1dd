import HearthModel
import HearthSocket
import HearthTestSupport
import HearthWire

@testable import HearthClient

/// What an app does with a session, and whether it gets what it was promised.
final class SessionApp {
    private enum Task {
        case save([ObjectID])
        case delete(ObjectID)
        case ping
        case follow(Replica)
        case observe
        /// What was found, and what has to be found.
        case query([ObjectID], expected: Set<ObjectID>)

        var isEndless: Bool {
            switch self {
            case .follow, .observe: true
            default: false
            }
        }
    }

    /// Fewer than calls may be open: some are left for those that end.
    private static let endlessMax = 3

    let world: SessionWorld
    private(set) var interrupted = 0
    private(set) var mayRepeat: Set<ObjectID> = []
    private var tasks: [ClientCallID: Task] = [:]
    private var stored: Set<ObjectID> = []
    private var deletable: [ObjectID] = []
    private var nextNumber = 0

    init(_ world: SessionWorld) {
        self.world = world
    }

    /// All but what never ends is done.
    var isDone: Bool { tasks.count == endless }

    private var endless: Int { tasks.values.count { $0.isEndless } }

    var followersAreUpToDate: Bool {
        tasks.values.allSatisfy { if case .follow(let replica) = $0 { replica.ids == stored } else { true } }
    }

    // MARK: - What it does

    /// Begins something, by chance.
    func begin() throws {
        switch Int.random(in: 0..<13, using: &world.random) {
        case 0..<5: try save()
        case 5: delete()
        case 6: start(.ping, .ping(Ping()))
        case 7 where endless < SessionApp.endlessMax:
            start(.follow(Replica()), .queryChanges(QueryChanges(clauses: [], follow: true)))
        case 8 where endless < SessionApp.endlessMax:
            start(.observe, .observe(Observe(clauses: [])))
        case 9, 10: query()
        default: abandon()
        }
    }

    private func start(_ task: Task, _ request: Request) {
        tasks[world.session.begin(ClientCall(request))] = task
    }

    private func save() throws {
        let count =
            Int.random(in: 0..<3, using: &world.random) == 0 ? 150 : Int.random(in: 1...10, using: &world.random)
        let columns = exampleSamples(nextNumber..<nextNumber + count)
        nextNumber += count
        if count > 10 {
            // It does not fit into one batch.
            mayRepeat.formUnion(columns.ids)
        }
        let call = ClientCall(.save(Save(columns: [])), save: try SaveFrames([columns], frameBytes: 1_500))
        tasks[world.session.begin(call)] = .save(columns.ids)
    }

    private func delete() {
        guard !deletable.isEmpty else { return }
        let id = deletable.remove(at: Int.random(in: deletable.indices, using: &world.random))
        start(.delete(id), .deleteObjects(DeleteObjects(.objects([id]))))
        for (call, task) in tasks {
            if case .query(let found, var expected) = task {
                expected.remove(id)
                tasks[call] = .query(found, expected: expected)
            }
        }
    }

    private func query() {
        let request = QuerySamples(clauses: [Clause(type: .heartRate)])
        start(.query([], expected: Set(deletable)), .querySamples(request))
    }

    /// Gives up a stream or a sign of life; of a write it wants to know.
    private func abandon() {
        let candidates = tasks.filter { _, task in
            switch task {
            case .save, .delete: false
            default: true
            }
        }
        guard let id = candidates.keys.sorted().randomElement(using: &world.random) else { return }
        tasks[id] = nil
        world.session.abandon(id)
    }

    // MARK: - What it gets

    /// Takes what has come for some of the calls.
    func take(isCalm: Bool) throws {
        _ = world.session.takeReady()
        for id in tasks.keys.sorted() where isCalm || Int.random(in: 0..<3, using: &world.random) == 0 {
            try take(id)
        }
    }

    private func take(_ id: ClientCallID) throws {
        switch (world.session.take(id), tasks[id]) {
        case (.nothing, _), (_, nil): break
        case (.reply(let reply), let task?): tasks[id] = try apply(reply, to: task)
        case (.end, .query(let found, let expected)?):
            guard expected.isSubset(of: found), Set(found).count == found.count else {
                throw Unexpected("a query has not found each sample once")
            }
            tasks[id] = nil
        case (.end, _): throw Unexpected("a call has ended without a reply")
        case (.failure(let error as SocketError), .query?) where error.reason == .interrupted:
            interrupted += 1
            tasks[id] = nil
        case (.failure(let error), _): throw error
        }
    }

    /// What is left of a task after a reply.
    private func apply(_ reply: Reply, to task: Task) throws -> Task? {
        switch (task, reply) {
        case (.save(let ids), .committed(let committed)):
            guard committed.added + committed.unchanged == ids.count else { throw Unexpected("a save is not whole") }
            stored.formUnion(ids)
            deletable += ids
            return nil
        case (.delete(let id), .committed(let committed)):
            guard committed.deleted == 1 else { throw Unexpected("a deletion has not deleted") }
            stored.remove(id)
            return nil
        case (.ping, .pong):
            return nil
        case (.follow(var replica), .changes(let batch)):
            let repeated = replica.apply(batch)
            guard repeated.isSubset(of: mayRepeat) else { throw Unexpected("a change was delivered twice") }
            return .follow(replica)
        case (.observe, .notice):
            return .observe
        case (.query(let found, let expected), .samples(let batch)):
            return .query(found + batch.columns.flatMap(\.ids), expected: expected)
        default:
            throw Unexpected("a reply is one to another question")
        }
    }
}
