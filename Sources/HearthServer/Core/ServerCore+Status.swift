import HearthModel
import HearthStore
import HearthWire

/// What the server says of itself.
extension ServerCore {
    /// Collects the state that a status report needs; a reader thread makes the report. The call that asks for it does not
    /// count as open.
    func statusTask(for requester: ConnectionID) -> StatusTask {
        let report = StatusReport(
            serverVersion: options.version,
            process: UInt64(clamping: options.process),
            uptimeMilliseconds: UInt64(clamping: (time.nanoseconds - began) / 1_000_000),
            store: storeStatus,
            counters: counters,
            connections: [],
            connectionCount: UInt64(sessions.count),
            backgroundApps: []
        )
        let apps = background.statuses(in: snapshot, at: time)
        return StatusTask(snapshot, options, report, connectionStates(for: requester), apps)
    }

    private var storeStatus: StoreStatus {
        StoreStatus(
            anchor: snapshot.anchor.encoded,
            samples: UInt64(snapshot.sampleCount),
            deletions: UInt64(snapshot.deletionCount),
            segments: UInt64(snapshot.segmentCount),
            fileBytes: 0,
            logBytes: 0,
            stagedBytes: UInt64(clamping: writes.quota.total),
            backgroundRegistrations: UInt64(snapshot.background.registrationCount),
            fault: storeFault,
            path: options.storePath
        )
    }

    private var counters: Counters {
        Counters(
            connections: connectionsSoFar,
            refusedConnections: UInt64(figures.refusedConnections),
            calls: UInt64(figures.calls),
            receivedBytes: UInt64(figures.receivedBytes),
            sentBytes: UInt64(figures.sentBytes),
            writes: UInt64(figures.writes),
            refusedWrites: UInt64(figures.refusedWrites),
            groups: UInt64(figures.groups),
            addedSamples: UInt64(figures.addedSamples),
            deletedSamples: UInt64(figures.deletedSamples),
            changeBatches: UInt64(figures.feedBatches),
            changeDeliveries: UInt64(figures.feedDeliveries)
        )
    }

    private func connectionStates(for requester: ConnectionID) -> [StatusTask.ConnectionState] {
        var room = StatusTask.subscriptionsMax(options.limits)
        return busiestSessions(atMost: Int(Limits.statusConnections)).map { session in
            var state = state(of: session, &room)
            if session.id == requester {
                state.openCalls -= 1
            }
            return state
        }
    }

    private func state(of session: Session, _ room: inout Int) -> StatusTask.ConnectionState {
        var subscriptions: [StatusTask.Subscription] = []
        for call in calls.openCalls(of: session.id) where room > 0 {
            let id = CallID(connection: session.id, number: call.number)
            guard case .reading(let reading) = call.value, let position = position(of: reading, id) else { continue }
            room -= 1
            subscriptions.append(
                StatusTask.Subscription(call: call.number, position: position, credit: reading.credit?.bytes ?? 0)
            )
        }
        return StatusTask.ConnectionState(
            app: session.app?.description ?? "",
            client: session.figures.client,
            calls: session.figures.calls,
            receivedBytes: session.figures.receivedBytes,
            sentBytes: session.figures.sentBytes,
            openCalls: openCalls(of: session),
            unsentBytes: session.output.count,
            subscriptions: subscriptions
        )
    }

    private func openCalls(of session: Session) -> Int { calls.openCalls(of: session.id).count }

    /// The connections with the most open calls, and of those with as many the oldest. The others are not sorted.
    private func busiestSessions(atMost most: Int) -> [Session] {
        var connectionsByCalls: [Int: Int] = [:]
        for session in allSessions {
            connectionsByCalls[openCalls(of: session), default: 0] += 1
        }
        // All connections with more calls than `fewestCalls`, and `room` of those with as many.
        var left = most
        var room = most
        var fewestCalls = 0
        for (calls, connections) in connectionsByCalls.sorted(by: { $0.key > $1.key }) {
            fewestCalls = calls
            room = left
            left -= connections
            guard left > 0 else { break }
        }
        var busiest: [Session] = []
        for session in allSessions where openCalls(of: session) >= fewestCalls {
            if openCalls(of: session) == fewestCalls {
                guard room > 0 else { continue }
                room -= 1
            }
            busiest.append(session)
        }
        return busiest.sorted { one, other in
            (openCalls(of: one), other.id.number) > (openCalls(of: other), one.id.number)
        }
    }
}
