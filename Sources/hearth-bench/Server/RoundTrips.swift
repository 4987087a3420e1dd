import HearthModel
import HearthSocket
import HearthWire

/// One client that waits for each answer.
struct RoundTrips {
    let setting: ServerSetting

    /// The peers: Hearth, one that only answers, and one that makes its input durable.
    private struct Sides {
        let server: HearthServer
        let channel: FrameChannel
        let echo: BarePeer
        let disk: BarePeer

        var answering: [ChildProcess] { [server.process, echo.process, disk.process] }
    }

    /// The size of the frame of a save of one sample.
    private static let saveBytes = 100

    func run() throws -> ComparisonReport.Section {
        let rows = try setting.withServer("round-trips") { server in
            let file = setting.folder.file("appended")
            let sides = Sides(
                server: server,
                channel: try server.connect(),
                echo: try BarePeer(.echo),
                disk: try BarePeer(.sink(RoundTrips.saveBytes, file: file))
            )
            defer {
                sides.echo.end()
                sides.disk.end()
            }
            var rows: [ComparisonReport.Row] = []
            // The last one leaves everybody free.
            for (year, placement) in Placement.allCases.enumerated() where placement.arrange(sides.answering) {
                rows += try pings(sides, placement) + saves(sides, placement, HeartRates(after: Int64(year)))
            }
            return rows
        }
        return ComparisonReport.Section(name: "round trips", rows: rows, notes: [Placement.note])
    }

    private func pings(_ sides: Sides, _ placement: Placement) throws -> [ComparisonReport.Row] {
        let ping = Request.ping(Ping(payload: Array("ping".utf8)))
        let latencies = try inTurns(
            setting.amounts.pings,
            [{ _ = try sides.channel.reply(to: ping) }, { try sides.echo.pingPong() }]
        )
        return [Latencies.Percentile.p50, .p95, .p99].map { percentile in
            ComparisonReport.Row(
                "ping, \(placement.name), \(percentile.name)",
                .time,
                latencies[0].measurement(percentile),
                beside: .init(name: "bare ping-pong, 14 bytes", measurement: latencies[1].measurement(percentile)),
                target: percentile == .p50 && placement.isTied ? .ratioAtMost(2) : nil
            )
        }
    }

    private func saves(
        _ sides: Sides,
        _ placement: Placement,
        _ rates: HeartRates
    ) throws -> [ComparisonReport.Row] {
        var rates = rates
        let bytes = [UInt8](repeating: 0x5A, count: RoundTrips.saveBytes)
        let latencies = try inTurns(
            setting.amounts.saves,
            [{ try sides.channel.save(rates.next(1)) }, { try sides.disk.roundTrip(bytes) }]
        )
        return [Latencies.Percentile.p50, .p95].map { percentile in
            ComparisonReport.Row(
                "durable save, \(placement.name), \(percentile.name)",
                .time,
                latencies[0].measurement(percentile),
                beside: .init(
                    name: "ping-pong that appends, fdatasync",
                    measurement: latencies[1].measurement(percentile)
                ),
                target: percentile == .p50 && placement.isTied ? .ratioAtMost(1.5) : nil
            )
        }
    }

    /// The calls of one kind in a row: few enough that a disturbance by the disk or other programs affects both kinds.
    private static let turn = 50

    /// The latencies of several kinds of calls, which take turns.
    private func inTurns(_ count: Int, _ calls: [() throws -> Void]) throws -> [Latencies] {
        var latencies = calls.map { _ in Latencies() }
        // The first calls are not counted, because caches are cold.
        for call in calls {
            for _ in 0..<count / 10 {
                try call()
            }
        }
        for _ in 0..<setting.amounts.rounds {
            var times = calls.map { _ in [Double]() }
            for begin in stride(from: 0, to: count, by: RoundTrips.turn) {
                for (index, call) in calls.enumerated() {
                    for _ in begin..<min(begin + RoundTrips.turn, count) {
                        times[index].append(try Stopwatch.nanoseconds(call))
                    }
                }
            }
            for index in calls.indices {
                latencies[index].add(times[index])
            }
        }
        return latencies
    }
}

extension FrameChannel {
    /// Saves new samples, and waits until they are on disk.
    func save(_ columns: SampleColumns) throws {
        guard case .committed(let committed) = try reply(to: .save(Save(columns: [columns]))),
            committed.added == UInt64(columns.count)
        else { throw BenchmarkError("the server has not saved what it was sent; this is a fault in it") }
    }

    /// Sends one frame for each of the columns, with at most `window` saves in flight, and waits for all of them.
    func save(_ columns: some Sequence<SampleColumns>, window: Int) throws {
        var underWay = 0
        for columns in columns {
            if underWay == window {
                try awaitCommitted()
                underWay -= 1
            }
            try send(ClientFrame(call: newCall(), .save(Save(columns: [columns]))))
            underWay += 1
        }
        for _ in 0..<underWay {
            try awaitCommitted()
        }
    }

    private func awaitCommitted() throws {
        switch try receive().content.get() {
        case .committed(let committed) where committed.unchanged == 0: break
        case .error(let reply): throw reply.error
        default: throw BenchmarkError("the server has not saved what it was sent; this is a fault in it")
        }
    }

    /// Reads heart rates sorted by start, decodes them, and grants credit for the consumed bytes; 0: all. Returns their
    /// number.
    @discardableResult
    func readHeartRates(limit: Int) throws -> Int {
        let call = newCall()
        let query = QuerySamples(clauses: [HeartRates.clause], limit: UInt64(limit))
        try send(ClientFrame(call: call, .querySamples(query)))
        var samples = 0
        var granted = receivedBytes
        while true {
            switch try receive().content.get() {
            case .samples(let batch):
                samples += batch.columns.reduce(0) { $0 + $1.count }
                if receivedBytes - granted >= Int(Limits.standard.initialCreditBytes) / 2 {
                    try send(ClientFrame(call: call, .credit(Credit(bytes: UInt64(receivedBytes - granted)))))
                    granted = receivedBytes
                }
            case .done: return samples
            case .error(let reply): throw reply.error
            default: throw BenchmarkError("the server answers a query with something else; this is a fault in it")
            }
        }
    }
}
