import Foundation
import HearthModel
import HearthSocket
import HearthSystem
import HearthWire

/// A well-behaved client next to misbehaving ones: its latencies during each disturbance, compared with those without.
/// Each disturbance has a separate server with the same number of samples, and only one server at a time is disturbed.
struct DisturbedClient {
    let setting: ServerSetting

    /// A server and its measurements.
    private final class Lane {
        let disturbance: Disturbance
        let server: HearthServer
        let channel: FrameChannel
        var rates = HeartRates(after: 20)
        var pings = Latencies()
        var saves = Latencies()
        /// How long after each disturbance the client was served as before.
        var recoveries: [Double] = []
        /// Connections that stay open; those of a disturbing client until it leaves.
        var others = SocketGroup()

        init(_ disturbance: Disturbance, _ server: HearthServer) throws {
            self.disturbance = disturbance
            self.server = server
            do {
                channel = try server.connect()
            } catch {
                server.end()
                throw error
            }
        }
    }

    func run() throws -> ComparisonReport.Section {
        var lanes: [Lane] = []
        defer { lanes.forEach { $0.server.end() } }
        let possible = Disturbance.allCases.filter { $0.isPossible(in: setting.folder) }
        for disturbance in possible {
            let server = try HearthServer(
                setting.program,
                "disturbed-\(disturbance)",
                in: setting.folder,
                isSilent: disturbance.isWarnedOf
            )
            lanes.append(try Lane(disturbance, server))
        }
        var rows: [ComparisonReport.Row] = []
        for lane in lanes {
            rows += try prepare(lane)
        }
        let bare = try BareDisturbedClient.disturbances.map { try BareDisturbedClient($0, in: setting.folder) }
        defer { bare.forEach { $0.end() } }
        for _ in 0..<setting.amounts.rounds {
            for lane in lanes {
                try measure(lane, quiet: lanes[0])
                for client in bare where client.disturbance == lane.disturbance {
                    try client.measure(setting.amounts.disturbedPings)
                }
            }
        }
        return ComparisonReport.Section(
            name: "a client among others",
            rows: compare(lanes) + compare(lanes, bare) + recoveries(lanes) + rows,
            notes: [
                "Who disturbs is another process, as other apps are. All share the processors: compare with the busy threads"
                    + " (a bulk saver and the thread that writes are two that work), and with bare sockets: one thread"
                    + " answers pings, drops half frames, sends pieces that nobody looks at, and closes connections.",
                "Served as before: the medians of \(DisturbedClient.pingsInARow) pings and of"
                    + " \(DisturbedClient.savesInARow) saves in a row are at most twice the quiet ones. What the other had"
                    + " under way is part of the time.",
            ]
                + Disturbance.allCases.filter { !possible.contains($0) }.map {
                    "Not possible here, or not for this user: \($0.name)."
                }
        )
    }

    private func recoveries(_ lanes: [Lane]) -> [ComparisonReport.Row] {
        lanes.filter(\.disturbance.isClient).map { lane in
            ComparisonReport.Row(
                "recovered from \(lane.disturbance.name)",
                .time,
                Measurement(rounds: lane.recoveries.sorted()),
                target: .atMost(1e9)
            )
        }
    }

    private func compare(_ lanes: [Lane]) -> [ComparisonReport.Row] {
        let kinds: [(String, Latencies.Percentile, (Lane) -> Latencies)] = [
            ("ping", .p50, { $0.pings }), ("ping", .p99, { $0.pings }), ("save", .p99, { $0.saves }),
        ]
        return kinds.flatMap { name, percentile, latencies in
            let quiet = latencies(lanes[0]).measurement(percentile)
            return lanes.map { lane in
                let isQuiet = lane.disturbance == .none
                let isMachine = [.busyThread, .busyThreads].contains(lane.disturbance)
                return ComparisonReport.Row(
                    "\(name) \(percentile.name), \(lane.disturbance.name)",
                    .time,
                    latencies(lane).measurement(percentile),
                    beside: isQuiet ? nil : .init(name: "quiet", measurement: quiet),
                    target: isQuiet || percentile != .p99 || isMachine ? nil : .ratioAtMost(3)
                )
            }
        }
    }

    /// The same for a minimal server, and its disturbances.
    private func compare(_ lanes: [Lane], _ bare: [BareDisturbedClient]) -> [ComparisonReport.Row] {
        let quiet = bare[0].pings.measurement(.p99)
        return bare.flatMap { client in
            let itself = ComparisonReport.Row(
                "ping p99 of bare sockets, \(client.disturbance.name)",
                .time,
                client.pings.measurement(.p99),
                beside: client === bare[0] ? nil : .init(name: "quiet", measurement: quiet)
            )
            let served = lanes.filter { $0.disturbance == client.disturbance }.map { lane in
                ComparisonReport.Row(
                    "ping p99, \(client.disturbance.name), and of bare sockets",
                    .time,
                    lane.pings.measurement(.p99),
                    beside: .init(name: "bare server and clients", measurement: client.pings.measurement(.p99))
                )
            }
            return [itself] + served
        }
    }

    // MARK: - Before

    /// Fills a server with samples, opens its lasting connections, and returns the memory that these take.
    private func prepare(_ lane: Lane) throws -> [ComparisonReport.Row] {
        switch lane.disturbance {
        case .idleConnections:
            let row = try connectIdle(lane)
            try BulkClient.save(setting.amounts.disturbedSamples, to: lane.server)
            return row
        case .stalledSubscribers:
            try follow(lane)
            return try measureMemory("saving \(setting.amounts.unreadSamples.grouped), never read", lane)
        case .noDescriptors:
            try BulkClient.save(setting.amounts.disturbedSamples, to: lane.server)
            try ProcessLimit.limitDescriptors(of: lane.server.process.id, toMore: DisturbedClient.sparseDescriptors)
            return []
        case .otherUser:
            try BulkClient.save(setting.amounts.disturbedSamples, to: lane.server)
            try letOthersConnect(to: lane.server)
            return []
        case .bulkSaver:
            return try measureMemory("saving \(setting.amounts.unreadSamples.grouped), no subscriber", lane)
        default:
            try BulkClient.save(setting.amounts.disturbedSamples, to: lane.server)
            return []
        }
    }

    /// Only the owner can reach the socket and its folders, but the server checks its peers all the same.
    private func letOthersConnect(to server: HearthServer) throws {
        let folder = URL(filePath: server.socket).deletingLastPathComponent().path
        guard chmod(server.socket, 0o666) == 0, chmod(folder, 0o711) == 0, chmod(setting.folder.path, 0o711) == 0 else {
            throw BenchmarkError("a socket cannot be opened to others")
        }
    }

    private static let stalledSubscribers = 16
    /// Another client has taken all of them.
    private static let sparseDescriptors = 64

    private func follow(_ lane: Lane) throws {
        let follow = QueryChanges(clauses: [], follow: true)
        let session = try FrameBytes.session(as: "org.hearth.bench.stalled", [.queryChanges(follow)])
        for _ in 0..<DisturbedClient.stalledSubscribers {
            try lane.others.add(lane.server.socket, sending: session, awaiting: 2)
        }
    }

    private func measureMemory(_ name: String, _ lane: Lane) throws -> [ComparisonReport.Row] {
        guard lane.server.process.residentBytes != nil else { return [] }
        let before = try lane.server.residentBytes()
        try BulkClient.save(setting.amounts.unreadSamples, to: lane.server)
        return [
            ComparisonReport.Row(
                "the server's memory after \(name)",
                .memory,
                Measurement(rounds: [try lane.server.residentBytes()]),
                beside: .init(name: "before", measurement: Measurement(rounds: [before]))
            )
        ]
    }

    /// Connections that have introduced themselves and do nothing. The kernel's memory for their sockets is not the
    /// server's and is not counted.
    private func connectIdle(_ lane: Lane) throws -> [ComparisonReport.Row] {
        let count = min(setting.amounts.idleConnections, ProcessLimit.raiseDescriptors() - 256)
        let session = try FrameBytes.session(as: "org.hearth.bench.idle")
        let before = lane.server.process.residentBytes
        for _ in 0..<count {
            try lane.others.add(lane.server.socket, sending: session, awaiting: 1)
        }
        guard let before, let after = lane.server.process.residentBytes else { return [] }
        return [
            ComparisonReport.Row(
                "the server's memory for each of \(count.grouped) idle connections",
                .connectionBytes,
                Measurement(rounds: [Double(after - before) / Double(count)]),
                target: .atMost(16 * 1_024)
            )
        ]
    }

    // MARK: - Rounds

    /// The benchmark ends, however slow the server becomes.
    private static let timeout = 4_000_000_000.0

    private func measure(_ lane: Lane, quiet: Lane) throws {
        if lane.disturbance == .stalledSubscribers, !lane.recoveries.isEmpty {
            // They left at the end of the previous round.
            try follow(lane)
        }
        guard lane.disturbance.isActive else {
            try call(lane)
            try noteRecovery(of: lane, quiet)
            return
        }
        let disturber = try Disturber(lane.disturbance, at: lane.server.socket, pings: setting.amounts.pipelinedPings)
        try disturber.disturb {
            try call(lane)
        } afterwards: {
            try noteRecovery(of: lane, quiet)
        }
    }

    /// The disturbing client leaves now.
    private func noteRecovery(of lane: Lane, _ quiet: Lane) throws {
        guard lane.disturbance.isClient else { return }
        let stop = Stopwatch.now
        lane.others = SocketGroup()
        lane.recoveries.append(try recover(lane, since: stop, quiet))
    }

    private static let pingsInARow = 20
    private static let savesInARow = 5

    /// Waits until the client is served as it is when it is quiet. How long that took.
    private func recover(_ lane: Lane, since stop: ContinuousClock.Instant, _ quiet: Lane) throws -> Double {
        let bounds = [quiet.pings, quiet.saves].map { 2 * $0.measurement(.p50).median }
        while true {
            let pings = try repeated(DisturbedClient.pingsInARow) { try ping(lane) }
            let saves = try repeated(DisturbedClient.savesInARow) { try save(lane) }
            let elapsed = Stopwatch.nanoseconds(since: stop)
            let isAsBefore = zip([pings, saves], bounds).allSatisfy { calls, bound in
                calls.sorted()[calls.count / 2] <= bound
            }
            if isAsBefore || elapsed > DisturbedClient.timeout { return elapsed }
        }
    }

    private func call(_ lane: Lane) throws {
        lane.pings.add(try repeated(setting.amounts.disturbedPings) { try ping(lane) })
        lane.saves.add(try repeated(setting.amounts.disturbedSaves) { try save(lane) })
    }

    private static let ping = Request.ping(Ping(payload: Array("ping".utf8)))

    private func ping(_ lane: Lane) throws {
        _ = try lane.channel.reply(to: DisturbedClient.ping)
    }

    private func save(_ lane: Lane) throws {
        try lane.channel.save(lane.rates.next(1))
    }

    private func repeated(_ count: Int, _ call: () throws -> Void) rethrows -> [Double] {
        let start = Stopwatch.now
        var latencies: [Double] = []
        while latencies.count < count, Stopwatch.nanoseconds(since: start) < DisturbedClient.timeout {
            latencies.append(try Stopwatch.nanoseconds(call))
        }
        return latencies
    }
}
