import HearthModel
import HearthWire

extension RandomValues {
    mutating func statusReport() -> StatusReport {
        StatusReport(
            serverVersion: text(),
            process: unsigned(),
            uptimeMilliseconds: unsigned(),
            store: storeStatus(),
            counters: counters(),
            connections: array(count(0...3)) { $0.connectionStatus() },
            connectionCount: unsigned(),
            backgroundApps: array(count(0...3)) { $0.backgroundAppStatus() }
        )
    }

    private mutating func storeStatus() -> StoreStatus {
        StoreStatus(
            anchor: anchor(),
            samples: unsigned(),
            deletions: unsigned(),
            segments: unsigned(),
            fileBytes: unsigned(),
            logBytes: unsigned(),
            stagedBytes: unsigned(),
            backgroundRegistrations: unsigned(),
            fault: text(),
            path: text()
        )
    }

    private mutating func counters() -> Counters {
        Counters(
            connections: unsigned(),
            refusedConnections: unsigned(),
            calls: unsigned(),
            receivedBytes: unsigned(),
            sentBytes: unsigned(),
            writes: unsigned(),
            refusedWrites: unsigned(),
            groups: unsigned(),
            addedSamples: unsigned(),
            deletedSamples: unsigned(),
            changeBatches: unsigned(),
            changeDeliveries: unsigned()
        )
    }

    private mutating func connectionStatus() -> ConnectionStatus {
        ConnectionStatus(
            bundleIdentifier: text(),
            client: text(),
            openCalls: unsigned(),
            calls: unsigned(),
            receivedBytes: unsigned(),
            sentBytes: unsigned(),
            unsentBytes: unsigned(),
            subscriptions: array(count(0...2)) { $0.subscriptionStatus() },
            process: unsigned()
        )
    }

    private mutating func subscriptionStatus() -> SubscriptionStatus {
        SubscriptionStatus(
            call: unsigned(),
            types: array(count(0...3)) { $0.pick(Self.storedTypes).identifier },
            lag: unsigned(),
            credit: integer(),
            live: flag()
        )
    }
}
