import HearthModel
import HearthSocket
import HearthWire

/// One client that waits for each answer.
struct RoundTrips {
    let setting: ServerSetting

    func run() throws -> ComparisonReport.Section {
        let rows = try setting.withServer("round-trips") { server in
            let channel = try server.connect()
            let peer = try BarePeer.echo()
            let rows = try pings(channel, peer) + saves(channel, peer)
            try peer.end()
            return rows
        }
        return ComparisonReport.Section(name: "round trips", rows: rows)
    }

    private func pings(_ channel: FrameChannel, _ peer: BarePeer) throws -> [ComparisonReport.Row] {
        let ping = Request.ping(Ping(payload: Array("ping".utf8)))
        let latencies = try inTurns(
            setting.amounts.pings,
            [{ _ = try channel.reply(to: ping) }, { try peer.pingPong() }]
        )
        return [Latencies.Percentile.p50, .p95, .p99].map { percentile in
            ComparisonReport.Row(
                "ping, \(percentile.name)",
                .time,
                latencies[0].measurement(percentile),
                beside: .init(name: "bare ping-pong, 14 bytes", measurement: latencies[1].measurement(percentile)),
                target: percentile == .p50 ? .ratioAtMost(2) : nil
            )
        }
    }

    private func saves(_ channel: FrameChannel, _ peer: BarePeer) throws -> [ComparisonReport.Row] {
        var rates = HeartRates()
        let file = try AppendedFile(setting.folder.file("appended"))
        // As many bytes as the frame of such a save has.
        let bytes = [UInt8](repeating: 0x5A, count: 100)
        let latencies = try inTurns(
            setting.amounts.saves,
            [
                { try channel.save(rates.next(1)) },
                {
                    try peer.pingPong()
                    try file.append(bytes)
                },
            ]
        )
        return [Latencies.Percentile.p50, .p95].map { percentile in
            ComparisonReport.Row(
                "durable save of 1 sample, \(percentile.name)",
                .time,
                latencies[0].measurement(percentile),
                beside: .init(
                    name: "ping-pong, append, fdatasync",
                    measurement: latencies[1].measurement(percentile)
                ),
                target: percentile == .p50 ? .ratioAtMost(1.5) : nil
            )
        }
    }

    /// The latencies of several kinds of calls, which take turns round by round.
    private func inTurns(_ count: Int, _ calls: [() throws -> Void]) throws -> [Latencies] {
        var latencies = calls.map { _ in Latencies() }
        // The first calls find cold caches; they are not counted.
        for call in calls {
            for _ in 0..<count / 10 {
                try call()
            }
        }
        for _ in 0..<setting.amounts.rounds {
            for (index, call) in calls.enumerated() {
                latencies[index].add(try (0..<count).map { _ in try Stopwatch.nanoseconds(call) })
            }
        }
        return latencies
    }
}

extension FrameChannel {
    /// Saves samples that nobody has saved before, and waits until they are on the disk.
    func save(_ columns: SampleColumns) throws {
        guard case .committed(let committed) = try reply(to: .save(Save(columns: [columns]))),
            committed.added == UInt64(columns.count)
        else { throw BenchmarkError("the server has not saved what it was sent; this is a fault in it") }
    }

    /// Sends one frame for each of the columns, with so many saves under way at a time, and waits for all of them.
    func save(_ columns: [SampleColumns], window: Int) throws {
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

    /// Reads heart rates in the order of their starts, decodes them, and grants credit for what was used; 0: all.
    /// Returns how many there were.
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
