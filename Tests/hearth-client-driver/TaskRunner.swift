import HearthClient
import HearthModel
import HearthWire

/// Does tasks on one connection. At most one stream is open.
final class TaskRunner {
    private let connection: Connection
    private var stream = Stream.none
    private let generator = ObjectIDGenerator()
    /// Of the sums that are followed, by bucket.
    private var sums: [UInt32: (count: Int64, sum: Double)] = [:]

    private enum Stream {
        case none
        case query(QueryBatches.AsyncIterator)
        case changes(ChangeBatches.AsyncIterator)
        case notices(Notices.AsyncIterator)
        case sums(StatisticsBatches.AsyncIterator)
    }

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// The lines to print.
    func run(_ words: [String]) async throws -> [String] {
        let arguments = words.dropFirst()
        switch (words.first, arguments.count) {
        case ("save", 1): return try await save(Int(words[1]) ?? 0)
        case ("delete", 1): return try await delete(words[1])
        case ("save-record", 1...): return try await saveRecord(words[1], words.dropFirst(2))
        case ("records", 1), ("records", 2):
            let request = QuerySamples(clauses: [try clause(words[1], having: words.dropFirst(2))], includeSeries: true)
            stream = .query(connection.query(request).makeAsyncIterator())
            return []
        case ("watch-records", 1):
            let request = QueryChanges(clauses: [try clause(words[1], having: [])], follow: true, includeSeries: true)
            stream = .changes(connection.changes(request).makeAsyncIterator())
            return []
        case ("query", 2):
            let request = QuerySamples(clauses: [try clause(words[1], words[2])])
            stream = .query(connection.query(request).makeAsyncIterator())
            return []
        case ("watch", 2), ("watch", 3):
            let anchor = words.count > 3 ? EncodedAnchor(RecordWords.bytes(words[3])) : []
            let request = QueryChanges(clauses: [try clause(words[1], words[2])], anchor: anchor, follow: true)
            stream = .changes(connection.changes(request).makeAsyncIterator())
            return []
        case ("next", 0): return try await next()
        case ("cancel", 0):
            stream = .none
            return []
        case ("ping", 0):
            _ = try await connection.ping()
            return ["pong"]
        case ("ask", 1): return try await ask(words[1])
        case ("register", 1), ("register", 2): return try await register(words[1], command: Array(words.dropFirst(2)))
        case ("resume", 3):
            let clauses = [try clause(words[1], words[2])]
            let request = QueryChanges(clauses: clauses, follow: true, cursor: words[3])
            stream = .changes(connection.changes(request).makeAsyncIterator())
            return []
        case ("observe", 1):
            let clause = Clause(type: try ObjectType.lookup(words[1]))
            stream = .notices(connection.observe(Observe(clauses: [clause], acknowledges: true)).makeAsyncIterator())
            return []
        case ("sums", 3):
            let edges = words[3].split(separator: ",").compactMap { Int64($0).map(Timestamp.init(nanoseconds:)) }
            let request = QueryStatistics(
                clauses: [try clause(words[1], words[2])],
                options: .sum,
                edges: edges,
                follow: true
            )
            stream = .sums(connection.statistics(request).makeAsyncIterator())
            return []
        case ("acknowledge", 2):
            let type = try ObjectType.lookup(words[2])
            return try await acknowledge(Acknowledge(anchor: EncodedAnchor(RecordWords.bytes(words[1])), types: [type]))
        case ("move", 2):
            return try await acknowledge(
                Acknowledge(anchor: EncodedAnchor(RecordWords.bytes(words[2])), cursor: words[1])
            )
        case ("forget", 1): return try await acknowledge(Acknowledge(anchor: [], cursor: words[1]))
        default: return ["unsupported"]
        }
    }

    // MARK: - Writes

    private func save(_ count: Int) async throws -> [String] {
        let ids = generator.next(count: count)
        let starts = (0..<count).map { Timestamp(nanoseconds: 1_709_276_400_000_000_000 + Int64($0)) }
        let values = QuantityColumns(values: [Double](repeating: 60, count: count), unit: try Unit("count/min"))
        let heartRate = try ObjectType.lookup("HKQuantityTypeIdentifierHeartRate")
        let columns = SampleColumns(type: heartRate, ids: ids, starts: starts, payload: .quantity(values))
        return lines(try await connection.save([columns]))
    }

    private func saveRecord(_ identifier: String, _ words: some Sequence<String>) async throws -> [String] {
        guard let record = try RecordWords.read(words) else { return ["failed"] }
        let type = try ObjectType.lookup(identifier)
        let start = Timestamp(nanoseconds: 1_709_276_400_000_000_000)
        let columns = SampleColumns(
            type: type,
            ids: generator.next(count: 1),
            starts: [start],
            payload: .record(record)
        )
        return lines(try await connection.save([columns]))
    }

    private func delete(_ text: String) async throws -> [String] {
        guard let id = ObjectID(text) else { return ["failed"] }
        return lines(try await connection.delete([id]))
    }

    private func lines(_ committed: Committed) -> [String] {
        ["committed \(committed.added) \(committed.deleted) \(committed.unchanged)"]
    }

    private func acknowledge(_ acknowledgement: Acknowledge) async throws -> [String] {
        ["acknowledged \(RecordWords.hex(try await connection.acknowledge(acknowledgement).anchor.bytes))"]
    }

    private func ask(_ identifier: String) async throws -> [String] {
        let type = try ObjectType.lookup(identifier)
        return try await connection.authorization(Authorization(share: [type], read: [type], isRequest: true)).types.map
        {
            let reading = $0.isReadUndetermined ? "undecided" : "decided"
            let since = $0.since.map { "\($0.nanoseconds)" } ?? "-"
            return "authorized \($0.type.identifier) \($0.share?.rawValue ?? 0) \(reading) \(since)"
        }
    }

    private func register(_ identifier: String, command: [String]) async throws -> [String] {
        let registration = BackgroundRegistration(type: try ObjectType.lookup(identifier), frequency: .immediate)
        let launch = command.isEmpty ? nil : BackgroundLaunch(.command(command, workingDirectory: ""))
        let change = BackgroundDelivery(enable: [registration], launch: launch)
        return ["registered \(try await connection.registrations(changing: change).count)"]
    }

    // MARK: - Streams

    private func clause(_ type: String, _ unit: String) throws -> Clause {
        Clause(type: try ObjectType.lookup(type), unit: try Unit(unit))
    }

    /// Records that have one of the values of each word.
    private func clause(_ type: String, having words: some Sequence<String>) throws -> Clause {
        let terms = words.compactMap(RecordWords.attribute).map { attribute in
            Predicate.Term.attribute(
                AttributeMatch(name: attribute.name, relation: .equal, operands: attribute.value)
            )
        }
        return Clause(type: try ObjectType.lookup(type), predicate: terms.isEmpty ? nil : Predicate(terms: terms))
    }

    private func next() async throws -> [String] {
        do {
            switch stream {
            case .none: return ["end"]
            case .query(var batches):
                guard let batch = try await batches.next() else { break }
                stream = .query(batches)
                return batch.columns.flatMap { rows("sample", $0) } + ["batch"]
            case .changes(var batches):
                guard let batch = try await batches.next() else { break }
                stream = .changes(batches)
                return lines(batch)
            case .notices(var notices):
                guard let notice = try await notices.next() else { break }
                stream = .notices(notices)
                return [
                    (["notice"] + notice.types).joined(separator: " "),
                    "anchor \(RecordWords.hex(notice.anchor.bytes))",
                    "batch",
                ]
            case .sums(var batches):
                while let batch = try await batches.next() {
                    apply(batch)
                    guard !batch.caughtUp else {
                        stream = .sums(batches)
                        return sumLines() + ["anchor \(RecordWords.hex(batch.anchor.bytes))", "batch"]
                    }
                }
            }
        } catch {
            stream = .none
            throw error
        }
        stream = .none
        return ["end"]
    }

    private func apply(_ batch: StatisticsBatch) {
        if batch.reset {
            sums = [:]
        }
        for (row, bucket) in batch.merged.buckets.enumerated() {
            let count = batch.merged.counts[row]
            sums[bucket] = count == 0 ? nil : (count: count, sum: batch.merged.sums[row])
        }
    }

    private func sumLines() -> [String] {
        sums.sorted { $0.key < $1.key }.map { "bucket \($0.key) \($0.value.count) \($0.value.sum)" }
    }

    private func lines(_ batch: ChangeBatch) -> [String] {
        batch.added.flatMap { rows("added", $0) }
            + (batch.deleted?.ids ?? []).map { "deleted \($0)" }
            + ["anchor \(RecordWords.hex(batch.anchor.bytes))"]
            + (batch.caughtUp ? ["caught-up"] : [])
            + ["batch"]
    }

    private func rows(_ word: String, _ columns: SampleColumns) -> [String] {
        columns.ids.indices.map { row in
            let values: [String] =
                switch columns.payload {
                case .quantity(let quantities): ["\(quantities.values[row])"]
                case .record(let records): RecordWords.words(records, row)
                default: []
                }
            let head = [word, "\(columns.ids[row])", "\(columns.starts[row].nanoseconds)"]
            return (head + values).joined(separator: " ")
        }
    }
}
