import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// How soon the followers of a type receive a save.
struct Deliveries {
    let setting: ServerSetting

    func run() throws -> ComparisonReport.Section {
        let rows = try setting.withServer("deliveries") { server in
            try one(server) + many(server)
        }
        return ComparisonReport.Section(name: "deliveries", rows: rows)
    }

    // MARK: - One subscriber

    /// One thread has both connections, so that both times are from one clock, and no other thread has to be woken
    /// first:
    ///
    ///     save is sent (a) ... Committed is read on one socket (b), ChangeBatch is read on the other one (c)
    ///
    /// "commit to the subscriber" is c - b. It is 0 if the batch was read first: the subscriber then knew of the commit
    /// before the saver did. "save to the subscriber" is c - a. The thread waits with `poll` for whichever is first,
    /// and takes the time when the bytes are read; frames are counted, not decoded.
    private func one(_ server: HearthServer) throws -> [ComparisonReport.Row] {
        let group = SocketGroup()
        try group.add(server.socket, sending: try FrameBytes.session(as: HearthServer.app), awaiting: 1)
        try subscribe(group, server)
        let peer = try BarePeer(.echo)
        let bytes = [UInt8](repeating: 0x5A, count: 100)
        let disk = try BarePeer(.sink(bytes.count, file: setting.folder.file("delivered")))
        var rates = HeartRates()
        var call: UInt64 = 1
        var fromCommit = Latencies()
        var fromSave = Latencies()
        var bare = Latencies()
        var synced = Latencies()
        for _ in 0..<setting.amounts.rounds {
            let frames = try (0..<setting.amounts.saves).map { _ in
                call += 1
                return try frame(call, rates.next(1))
            }
            let moments = try frames.map { try deliver($0, group) }
            fromCommit.add(moments.map(\.fromCommit))
            fromSave.add(moments.map(\.fromSave))
            bare.add(try frames.map { _ in try Stopwatch.nanoseconds { try peer.pingPong() } })
            synced.add(try frames.map { _ in try Stopwatch.nanoseconds { try disk.roundTrip(bytes) } })
        }
        peer.end()
        disk.end()
        return [Latencies.Percentile.p50, .p95].flatMap { percentile in
            [
                ComparisonReport.Row(
                    "commit to the subscriber, \(percentile.name)",
                    .time,
                    fromCommit.measurement(percentile),
                    beside: .init(name: "bare ping-pong", measurement: bare.measurement(percentile)),
                    target: percentile == .p50 ? .atMost(60_000) : nil
                ),
                ComparisonReport.Row(
                    "save to the subscriber, \(percentile.name)",
                    .time,
                    fromSave.measurement(percentile),
                    beside: .init(
                        name: "ping-pong that appends, fdatasync",
                        measurement: synced.measurement(percentile)
                    )
                ),
            ]
        }
    }

    private func deliver(_ frame: [UInt8], _ group: SocketGroup) throws -> (fromCommit: Double, fromSave: Double) {
        let sent = Stopwatch.now
        try group.send(frame, on: 0)
        var committed: ContinuousClock.Instant?
        var delivered: ContinuousClock.Instant?
        while committed == nil || delivered == nil {
            try group.receive { index, _ in
                if index == 0 {
                    committed = Stopwatch.now
                } else {
                    delivered = Stopwatch.now
                }
            }
        }
        guard let committed, let delivered else { preconditionFailure("both have come") }
        return (
            max(0, Stopwatch.nanoseconds(since: committed, until: delivered)),
            Stopwatch.nanoseconds(since: sent, until: delivered)
        )
    }

    private func frame(_ call: UInt64, _ columns: SampleColumns) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try FrameEncoder().append(ClientFrame(call: call, .save(Save(columns: [columns]))), to: &bytes)
        return bytes
    }

    /// Adds a connection that follows the heart rate, from now on.
    private func subscribe(_ group: SocketGroup, _ server: HearthServer) throws {
        let follow = QueryChanges(clauses: [HeartRates.clause], anchor: try server.anchor(), follow: true)
        // A Welcome, and the batch that has caught up.
        let bytes = try FrameBytes.session(as: HearthServer.app, [.queryChanges(follow)])
        try group.add(server.socket, sending: bytes, awaiting: 2)
    }

    // MARK: - Many subscribers

    /// Each save is delivered to all before the next one is sent, so that no two are delivered as one. Compared with a
    /// process that writes as many bytes to as many sockets.
    private func many(_ server: HearthServer) throws -> [ComparisonReport.Row] {
        let amounts = setting.amounts
        let group = SocketGroup()
        for _ in 0..<amounts.subscribers {
            try subscribe(group, server)
        }
        let channel = try server.connect()
        var rates = HeartRates(after: 20)
        var bare = try BareFanOut(amounts.subscribers)
        var times: [Double] = []
        var bareTimes: [Double] = []
        for _ in 0..<amounts.rounds {
            times.append(
                try Stopwatch.nanoseconds {
                    for _ in 0..<amounts.deliveredSaves {
                        try channel.save(rates.next(1))
                        try group.awaitReply(from: amounts.subscribers)
                    }
                } / Double(amounts.deliveredSaves * amounts.subscribers)
            )
            bareTimes.append(
                try Stopwatch.nanoseconds {
                    for _ in 0..<amounts.deliveredSaves {
                        try bare.deliver()
                    }
                } / Double(amounts.deliveredSaves * amounts.subscribers)
            )
        }
        bare.end()
        return [
            ComparisonReport.Row(
                "\(amounts.subscribers.grouped) subscribers of single saves",
                .deliveries,
                Measurement(rounds: times.sorted()),
                beside: .init(
                    name: "a process that writes to as many sockets",
                    measurement: Measurement(rounds: bareTimes.sorted())
                )
            )
        ]
    }
}

extension SocketGroup {
    /// Waits until all of a number of connections have had a reply.
    fileprivate func awaitReply(from connections: Int) throws {
        var left = connections
        while left > 0 {
            try receive { _, replies in left -= replies }
        }
    }
}

/// A process that writes a message to each of many sockets on command.
private struct BareFanOut {
    private let group = SocketGroup()
    private let count: Int
    private let peer: BarePeer

    /// Bytes of a ChangeBatch with one sample.
    private static let messageBytes = 200

    init(_ count: Int) throws {
        self.count = count
        var outlets: [Int32] = []
        for _ in 0..<count {
            let (inlet, outlet) = try UnixSocket.pair()
            group.add(inlet, MessageCounter(size: BareFanOut.messageBytes))
            outlets.append(outlet)
        }
        peer = try BarePeer(.fanOut(BareFanOut.messageBytes, outlets: outlets))
        for outlet in outlets {
            close(outlet)
        }
    }

    mutating func deliver() throws {
        try peer.pingPong()
        try group.awaitReply(from: count)
    }

    func end() {
        peer.end()
    }
}
