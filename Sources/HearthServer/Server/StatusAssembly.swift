import HearthModel
import HearthStore
import HearthWire

/// Collects the state of the server that a status report needs. A reader thread makes the report.
struct StatusAssembly {
    private unowned let state: ServerState
    private unowned let room: StagingMemory
    /// When the server started.
    private let started: Int64

    init(_ state: ServerState, _ room: StagingMemory) {
        self.state = state
        self.room = room
        started = state.now
    }

    /// The call that asks for the status does not count as open.
    func task(for requester: ConnectionID) -> StatusTask {
        let (options, snapshot) = (state.options, state.snapshot)
        let report = StatusReport(
            serverVersion: options.environment.version,
            process: UInt64(clamping: options.environment.process),
            uptimeMilliseconds: UInt64(clamping: (state.now - started) / 1_000_000),
            store: storeStatus,
            counters: counters,
            connections: [],
            connectionCount: UInt64(state.connections.count),
            backgroundApps: []
        )
        let apps = state.delivery.statuses(in: snapshot, at: state.time)
        return StatusTask(snapshot, options, report, connectionStates(for: requester), apps)
    }

    /// Has a reader answer a call with the state of background delivery to an app.
    func open(_ id: CallID, of app: AppID) throws(HearthError) {
        let apps = state.delivery.statuses(in: state.snapshot, at: state.time)
        try state.calls.open(id, RequestCost([])) { StatusCall { BackgroundAppTask(apps, of: app) } }
    }

    private var storeStatus: StoreStatus {
        let snapshot = state.snapshot
        return StoreStatus(
            anchor: snapshot.sealedAnchor,
            samples: UInt64(snapshot.sampleCount),
            deletions: UInt64(snapshot.deletionCount),
            segments: UInt64(snapshot.segmentCount),
            fileBytes: 0,
            logBytes: 0,
            stagedBytes: UInt64(clamping: room.bytes),
            backgroundRegistrations: UInt64(snapshot.background.registrationCount),
            fault: state.storeFault,
            path: state.options.environment.storePath
        )
    }

    private var counters: Counters {
        let metrics = state.metrics
        let connections = state.connections.metrics
        return Counters(
            connections: connections.accepted,
            refusedConnections: UInt64(connections.refused),
            calls: UInt64(metrics.calls),
            receivedBytes: UInt64(connections.receivedBytes),
            sentBytes: UInt64(connections.sentBytes),
            writes: UInt64(metrics.writes),
            refusedWrites: UInt64(metrics.refusedWrites),
            groups: UInt64(metrics.groups),
            addedSamples: UInt64(metrics.addedSamples),
            deletedSamples: UInt64(metrics.deletedSamples),
            changeBatches: UInt64(metrics.feedBatches),
            changeDeliveries: UInt64(metrics.feedDeliveries)
        )
    }

    private func connectionStates(for requester: ConnectionID) -> [StatusTask.ConnectionState] {
        var room = StatusTask.subscriptionsMax(state.options.limits)
        return busiestConnections(atMost: Int(Limits.statusConnections)).map { connection in
            var described = description(of: connection, &room)
            if connection == requester {
                described.openCalls -= 1
            }
            return described
        }
    }

    private func description(of connection: ConnectionID, _ room: inout Int) -> StatusTask.ConnectionState {
        var subscriptions: [StatusTask.Subscription] = []
        for call in state.calls.openCalls(of: connection) where room > 0 {
            let id = CallID(connection: connection, number: call.number)
            guard case .reading(let reading) = call.value, let subscription = reading.subscription else { continue }
            room -= 1
            subscriptions.append(
                StatusTask.Subscription(
                    call: call.number,
                    position: state.position(of: subscription, id),
                    credit: reading.credit?.bytes ?? 0
                )
            )
        }
        let metrics = state.connections.metrics(of: connection)
        return StatusTask.ConnectionState(
            app: state.connections.client(of: connection)?.app.description ?? "",
            client: metrics.client,
            process: process(of: connection),
            calls: metrics.calls,
            receivedBytes: metrics.receivedBytes,
            sentBytes: metrics.sentBytes,
            openCalls: openCalls(of: connection),
            unsentBytes: state.connections.unsentBytes(of: connection),
            subscriptions: subscriptions
        )
    }

    /// The process that opened a connection. Nil if it has ended: its number may be that of another process.
    private func process(of connection: ConnectionID) -> Int32? {
        guard let process = state.connections.process(of: connection), !state.options.hasProcessEnded(process) else {
            return nil
        }
        return process
    }

    /// Connections without a Hello that are listed. They are all alike, and empty: a frame with many is refused, as it would
    /// take much more memory than it has bytes.
    private static let unknownClientsMax = 64

    private func openCalls(of connection: ConnectionID) -> Int { state.calls.openCalls(of: connection).count }

    /// The connections with the most open calls, and of those with as many the oldest. The others are not sorted.
    private func busiestConnections(atMost most: Int) -> [ConnectionID] {
        var unknownClients = 0
        let connections = state.connections.ids.compactMap { id -> (id: ConnectionID, calls: Int)? in
            if state.connections.client(of: id) == nil {
                unknownClients += 1
                guard unknownClients <= StatusAssembly.unknownClientsMax else { return nil }
            }
            return (id, openCalls(of: id))
        }
        var countsByCalls: [Int: Int] = [:]
        for connection in connections {
            countsByCalls[connection.calls, default: 0] += 1
        }
        // All connections with more calls than `fewestCalls`, and `room` of those with as many.
        var left = most
        var room = most
        var fewestCalls = 0
        for (calls, count) in countsByCalls.sorted(by: { $0.key > $1.key }) {
            fewestCalls = calls
            room = left
            left -= count
            guard left > 0 else { break }
        }
        let busiest = connections.filter { connection in
            guard connection.calls == fewestCalls else { return connection.calls > fewestCalls }
            room -= 1
            return room >= 0
        }
        return busiest.sorted { ($0.calls, $1.id.number) > ($1.calls, $0.id.number) }.map(\.id)
    }
}
