import HearthModel
import HearthServer
import HearthStore
import HearthWire

/// One batch of a stream, from the segments to the bytes of its frame.
final class ReadPath: HotPath {
    enum Stream {
        /// Samples in the order of their starts.
        case query
        /// The same where eight segments each cover the same time.
        case queryOverlapping
        /// The samples that satisfy a condition on time and value.
        case queryWhere
        /// All changes from the beginning.
        case changes
    }

    private let server: SocketlessServer
    private let fullBatch: ClosedRange<Int>

    init(steps: Int, _ stream: Stream) throws {
        // Rows that a condition leaves out may leave a little less.
        fullBatch = (stream == .queryWhere ? 4_000 : 4_096)...4_096
        server = try SocketlessServer()
        // With a condition, a batch spans more than a segment. The last batch is not a step, nor are the first, which
        // is small, and the second, which may have the rest of a segment.
        let batches = steps + 3
        switch stream {
        case .query, .changes: try server.fill(segments: batches)
        case .queryWhere: try server.fill(segments: 4 * batches)
        case .queryOverlapping: try server.fill(segments: batches, overlapping: 8)
        }
        let connection = try server.connect()
        let call: UInt64 = 2
        server.receive(try server.frame(call, ReadPath.request(stream)), from: connection)
        server.receive(try server.frame(call, .credit(Credit(bytes: 1 << 30))), from: connection)
        step()
        step()
    }

    private static func request(_ stream: Stream) -> Request {
        let type = DataSet.heartRate.type
        switch stream {
        case .query, .queryOverlapping: return .querySamples(QuerySamples(clauses: [Clause(type: type)]))
        case .queryWhere:
            let terms: [Predicate.Term] = [
                .interval(Interval(start: DataSet.beginning, end: nil, strictStart: true)),
                .comparison(Comparison(field: .quantity, relation: .greater, operand: .number(100, nil))),
            ]
            return .querySamples(QuerySamples(clauses: [Clause(type: type, predicate: Predicate(terms: terms))]))
        case .changes: return .queryChanges(QueryChanges(clauses: [Clause(type: type)]))
        }
    }

    func step() {
        server.step()
    }

    func check() throws {
        let batches = try server.replies().map { reply in
            switch reply {
            case .samples(let batch): batch.columns.reduce(0) { $0 + $1.count }
            case .changes(let batch): batch.added.reduce(0) { $0 + $1.count }
            default: 0
            }
        }
        guard batches.count == 1, fullBatch.contains(batches[0]) else {
            throw BenchmarkError("a step sent batches of \(batches) samples, not one of \(fullBatch)")
        }
    }
}

/// A query for a day, from its request to its end: samples next to each other, the first from one segment and the rest
/// from the next.
final class DayPath: HotPath {
    private let server: SocketlessServer
    private let connection: ConnectionID
    private let requests: [[UInt8]]
    private var next = 0

    /// As many as there are when ten years have ten million.
    private static let samples = 2_740

    init(steps: Int) throws {
        let server = try SocketlessServer()
        self.server = server
        let starts = try server.fill(segments: steps + 1)
        connection = try server.connect()
        requests = try (0..<steps).map { step in
            let first = (step + 1) * 4_096 - DayPath.samples / 2
            let day = Interval(start: starts[first], end: starts[first + DayPath.samples], strictStart: true)
            let clause = Clause(type: DataSet.heartRate.type, predicate: Predicate(terms: [.interval(day)]))
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
        var samples = 0
        var isDone = false
        for reply in try server.replies() {
            switch reply {
            case .samples(let batch): samples += batch.columns.reduce(0) { $0 + $1.count }
            case .done: isDone = true
            default: break
            }
        }
        guard samples == DayPath.samples, isDone else {
            throw BenchmarkError("a day was answered with \(samples) samples, not with \(DayPath.samples)")
        }
    }
}

/// A commit of one sample is delivered to all followers of its type: read, packed, and written into each one's output.
final class FanOutPath: HotPath {
    private let server: SocketlessServer
    private let followers: Int
    private let states: [Snapshot]
    private var next = 0

    init(steps: Int, followers: Int) throws {
        self.followers = followers
        let server = try SocketlessServer()
        self.server = server
        try server.fill(segments: 1)
        let request = QueryChanges(
            clauses: [Clause(type: DataSet.heartRate.type)],
            anchor: server.writer.snapshot.sealedAnchor,
            follow: true
        )
        for _ in 0..<followers {
            let connection = try server.connect()
            server.receive(try server.frame(2, .queryChanges(request)), from: connection)
            server.settle()
        }
        states = try (0..<steps).map { _ in
            try server.commit(server.nextRates(1))
            return server.writer.snapshot
        }
    }

    func step() {
        server.forgetSent()
        server.core.advance(to: states[next])
        server.settle()
        next += 1
    }

    func check() throws {
        let told = try server.replies().filter { reply in
            if case .changes(let batch) = reply { batch.added.map(\.count) == [1] } else { false }
        }
        guard told.count == followers else {
            throw BenchmarkError("\(told.count) were notified of the commit, not \(followers)")
        }
    }
}
