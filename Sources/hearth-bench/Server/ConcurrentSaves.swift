import HearthModel
import HearthSocket
import HearthWire

/// Many clients that save one sample each and wait until it is on disk. One thread has all connections.
struct ConcurrentSaves {
    let setting: ServerSetting

    func run() throws -> ComparisonReport.Section {
        try setting.withServer("concurrent-saves") { server in
            let redis = try RedisServer(in: setting.folder)
            defer { redis?.end() }
            return try run(server, redis)
        }
    }

    private func run(_ server: HearthServer, _ redis: RedisServer?) throws -> ComparisonReport.Section {
        let each = max(setting.amounts.concurrentSaves / setting.amounts.savers, 1)
        let saves = each * setting.amounts.savers
        var rates = HeartRates()
        var times: [Double] = []
        var peerTimes: [Double] = []
        for _ in 0..<setting.amounts.rounds {
            times.append(try hearth(server, each, &rates) / Double(saves))
            if let redis {
                peerTimes.append(try self.redis(redis, each, &rates) / Double(saves))
            }
        }
        let counters = try server.status().counters
        guard counters.addedSamples == UInt64(saves * setting.amounts.rounds) else {
            throw BenchmarkError("the server has not saved what it was sent; this is a fault in it")
        }
        let row = ComparisonReport.Row(
            "\(setting.amounts.savers) clients, 1 sample a save, durable",
            .saves,
            Measurement(rounds: times.sorted()),
            beside: redis.map { _ in
                .init(name: "Redis XADD, appendfsync always", measurement: Measurement(rounds: peerTimes.sorted()))
            },
            target: redis.map { _ in .ratioAtLeast(1) }
        )
        let together = (Double(counters.writes) / Double(max(counters.groups, 1))).decimal
        var notes = ["Hearth wrote \(counters.groups) times to the disk, for \(together) saves each time."]
        if redis == nil {
            notes.append("redis-server is not installed, so that there is nothing to compare with.")
        }
        return ComparisonReport.Section(name: "many savers", rows: [row], notes: notes)
    }

    private func hearth(_ server: HearthServer, _ each: Int, _ rates: inout HeartRates) throws -> Double {
        let group = SocketGroup()
        for _ in 0..<setting.amounts.savers {
            try group.add(server.socket, sending: try FrameBytes.session(as: HearthServer.app), awaiting: 1)
        }
        let encoder = FrameEncoder()
        let requests = try interleaved(each) { index in
            var bytes: [UInt8] = []
            let save = Save(columns: [rates.next(1)])
            try encoder.append(ClientFrame(call: UInt64(index) + 2, .save(save)), to: &bytes)
            return bytes
        }
        return try Stopwatch.nanoseconds { try run(group, requests) }
    }

    /// A stream with an entry a sample, with the same fields.
    private func redis(_ redis: RedisServer, _ each: Int, _ rates: inout HeartRates) throws -> Double {
        let group = SocketGroup(to: "Redis")
        for _ in 0..<setting.amounts.savers {
            group.add(try UnixSocket.connect(to: redis.socket), RedisReplyCounter())
        }
        let requests = try interleaved(each) { _ in ConcurrentSaves.command(rates.next(1)) }
        return try Stopwatch.nanoseconds { try run(group, requests) }
    }

    /// The requests of each client, created in the order of sending: clients that save at the same time have adjacent
    /// UUIDs and times.
    private func interleaved(_ each: Int, _ request: (Int) throws -> [UInt8]) throws -> [[[UInt8]]] {
        var requests = [[[UInt8]]](repeating: [], count: setting.amounts.savers)
        for index in 0..<each {
            for client in requests.indices {
                requests[client].append(try request(index))
            }
        }
        return requests
    }

    private static func command(_ sample: SampleColumns) -> [UInt8] {
        guard case .quantity(let quantities) = sample.payload else { preconditionFailure("heart rates are quantities") }
        let words = [
            Array("XADD".utf8), Array("heart-rate".utf8), Array("*".utf8),
            Array("id".utf8), bytes(sample.ids[0].high) + bytes(sample.ids[0].low),
            Array("start".utf8), bytes(UInt64(bitPattern: sample.starts[0].nanoseconds)),
            Array("value".utf8), bytes(quantities.values[0].bitPattern),
        ]
        return RedisServer.command(words)
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Each connection sends its next request when it has the reply to the last one.
    private func run(_ group: SocketGroup, _ requests: [[[UInt8]]]) throws {
        var next = [Int](repeating: 1, count: requests.count)
        var left = requests.reduce(0) { $0 + $1.count }
        for index in requests.indices {
            try group.send(requests[index][0], on: index)
        }
        while left > 0 {
            try group.receive { index, replies in
                left -= replies
                guard next[index] < requests[index].count else { return }
                try group.send(requests[index][next[index]], on: index)
                next[index] += 1
            }
        }
    }
}
