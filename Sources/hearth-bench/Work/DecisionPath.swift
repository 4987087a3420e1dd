import HearthModel
import HearthServer
import HearthStore
import HearthWire

/// A call that does little, from its request to its end: a query for a sample of another app. What it costs more for an app
/// with decisions of the owner is what the decision costs.
final class DecisionPath: HotPath {
    /// What is decided of the app.
    enum Decided {
        case nothing
        /// It may read this type, and not others.
        case otherTypes
        /// It may read of this type what ends at a time or later, so that samples are judged as well.
        case limit
    }

    private let server: SocketlessServer
    private let connection: ConnectionID
    private let requests: [[UInt8]]
    private var next = 0

    /// Types with decisions, in addition to the one that is read: as many as an app of a person may have.
    private static let types = 32

    init(steps: Int, _ decided: Decided) throws {
        let server = try SocketlessServer()
        self.server = server
        let type = DataSet.heartRate.type
        let starts = try server.fill(segments: 1)
        if decided != .nothing {
            let others = ObjectType.all.filter { $0.kind == .quantity && $0 != type }.prefix(DecisionPath.types)
            // It sees all samples all the same.
            let own = Grant(type, read: .allowed, since: decided == .limit ? starts[0] : nil)
            try server.decide(others.map { Grant($0, read: .denied) } + [own])
        }
        connection = try server.connect()
        requests = try (0..<steps).map { step in
            let row = step % (starts.count - 1)
            let moment = Interval(start: starts[row], end: starts[row + 1], strictStart: true)
            let clause = Clause(type: type, predicate: Predicate(terms: [.interval(moment)]))
            return try server.frame(UInt64(step) + 2, .querySamples(QuerySamples(clauses: [clause])))
        }
    }

    func step() {
        server.forgetSent()
        server.receive(requests[next], from: connection)
        server.settle()
        next += 1
    }

    func check() throws {
        let samples = try server.replies().map { reply in
            if case .samples(let batch) = reply { batch.columns.reduce(0) { $0 + $1.count } } else { 0 }
        }
        guard samples.reduce(0, +) == 1 else {
            throw BenchmarkError("a call was answered with \(samples) samples, not with 1")
        }
    }
}
