import HearthModel
import HearthStore
import HearthWire

/// What the server says of itself.
extension ServerCore {
    var status: StatusReport {
        StatusReport(
            serverVersion: options.version,
            process: UInt64(clamping: options.process),
            uptimeMilliseconds: UInt64(clamping: (time.nanoseconds - began) / 1_000_000),
            store: storeStatus,
            counters: counters,
            connections: connectionStatuses,
            connectionCount: UInt64(sessions.count),
            backgroundApps: background.statuses(in: snapshot, at: time).all(room: Int(options.limits.frameBytes) / 4)
        )
    }

    private var storeStatus: StoreStatus {
        let sizes = options.fileSizes()
        return StoreStatus(
            anchor: snapshot.anchor.encoded,
            samples: UInt64(snapshot.sampleCount),
            deletions: UInt64(snapshot.deletionCount),
            segments: UInt64(snapshot.segmentCount),
            fileBytes: UInt64(clamping: sizes.file),
            logBytes: UInt64(clamping: sizes.log),
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

    /// Those with the most open calls, and no more than surely fit into a frame.
    private var connectionStatuses: [ConnectionStatus] {
        let busiest = allSessions.map { ($0, calls[$0.id]?.open.count ?? 0) }.sorted { one, other in
            (one.1, other.0.id.number) > (other.1, one.0.id.number)
        }
        // All clients wait while this is put together.
        var room = Int(options.limits.frameBytes) / 8
        var statuses: [ConnectionStatus] = []
        var bytes = room
        for (session, _) in busiest.prefix(Int(Limits.statusConnections)) {
            let status = status(of: session, &room)
            bytes += status.bundleIdentifier.utf8.count + status.client.utf8.count + 128
            guard bytes < Int(options.limits.frameBytes) / 2 else { break }
            statuses.append(status)
        }
        return statuses
    }

    /// With as many of its subscriptions as there is room for.
    private func status(of session: Session, _ room: inout Int) -> ConnectionStatus {
        var subscriptions: [SubscriptionStatus] = []
        let open = calls[session.id]?.open.entries ?? []
        for call in open where room > 0 {
            let id = CallID(connection: session.id, number: call.number)
            guard let subscription = subscription(id, call.value) else { continue }
            room -= subscription.bytesAtMost
            subscriptions.append(subscription)
        }
        return ConnectionStatus(
            bundleIdentifier: session.app ?? "",
            client: session.figures.client,
            openCalls: UInt64(open.count),
            calls: UInt64(session.figures.calls),
            receivedBytes: UInt64(session.figures.receivedBytes),
            sentBytes: UInt64(session.figures.sentBytes),
            unsentBytes: UInt64(session.output.count),
            subscriptions: subscriptions
        )
    }

    private func subscription(_ id: CallID, _ call: OpenCall) -> SubscriptionStatus? {
        guard case .reading(let reading) = call, let place = place(of: reading, id) else { return nil }
        return SubscriptionStatus(
            call: id.number,
            types: place.types.map(\.identifier).sorted(),
            lag: snapshot.head - min(place.sequence, snapshot.head),
            credit: reading.credit?.bytes ?? 0,
            live: place.isLive
        )
    }
}

/// Where a subscription stands.
struct SubscriptionPlace {
    /// Empty: all types.
    let types: Set<ObjectType>
    /// Everything up to here was sent, or does not concern it.
    let sequence: UInt64
    let isLive: Bool
}

extension SubscriptionStatus {
    /// A bound of what the message takes.
    fileprivate var bytesAtMost: Int { types.reduce(64) { $0 + $1.utf8.count + 4 } }
}
