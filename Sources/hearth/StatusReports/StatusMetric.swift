import HearthWire

/// One metric of a report, as programs know it.
struct StatusMetric {
    enum Kind: String {
        case gauge
        case counter
    }

    let name: String
    let kind: Kind
    let meaning: String
    let value: UInt64
}

extension StatusReport {
    /// Everything that is one number.
    var metrics: [StatusMetric] {
        [
            StatusMetric(
                name: "uptime_milliseconds",
                kind: .gauge,
                meaning: "Time since the start.",
                value: uptimeMilliseconds
            ),
            StatusMetric(
                name: "connections",
                kind: .gauge,
                meaning: "Connections that are open.",
                value: connectionCount
            ),
            StatusMetric(name: "samples", kind: .gauge, meaning: "Samples in the store.", value: store.samples),
            StatusMetric(name: "deletions", kind: .gauge, meaning: "Deletions still known.", value: store.deletions),
            StatusMetric(name: "segments", kind: .gauge, meaning: "Blocks of samples.", value: store.segments),
            StatusMetric(
                name: "file_bytes",
                kind: .gauge,
                meaning: "Size of the store's file.",
                value: store.fileBytes
            ),
            StatusMetric(
                name: "log_bytes",
                kind: .gauge,
                meaning: "Size of its write-ahead log.",
                value: store.logBytes
            ),
            StatusMetric(name: "staged_bytes", kind: .gauge, meaning: "Saves under way.", value: store.stagedBytes),
            StatusMetric(
                name: "refuses_writes",
                kind: .gauge,
                meaning: "1 while every write is refused, as the disk or the store's files do not allow it.",
                value: store.fault.isEmpty ? 0 : 1
            ),
            StatusMetric(
                name: "background_registrations",
                kind: .gauge,
                meaning: "Registrations for background delivery.",
                value: store.backgroundRegistrations
            ),
            StatusMetric(
                name: "background_suspended",
                kind: .gauge,
                meaning: "Registrations for background delivery that have failed too often.",
                value: suspendedRegistrations
            ),
        ] + counters.metrics
    }
}

extension StatusReport {
    /// Registrations whose changes are no longer delivered, because deliveries have failed.
    var suspendedRegistrations: UInt64 {
        UInt64(backgroundApps.reduce(0) { $0 + $1.types.count { $0.suspended } })
    }
}

extension Counters {
    fileprivate var metrics: [StatusMetric] {
        [
            ("accepted_connections", "Connections accepted.", connections),
            ("refused_connections", "Connections refused.", refusedConnections),
            ("calls", "Calls opened.", calls),
            ("received_bytes", "Bytes from clients.", receivedBytes),
            ("sent_bytes", "Bytes to clients.", sentBytes),
            ("writes", "Writes, refused ones included.", writes),
            ("refused_writes", "Writes that were refused.", refusedWrites),
            ("commits", "Groups of writes that went to the disk together.", groups),
            ("added_samples", "Samples added.", addedSamples),
            ("deleted_samples", "Samples deleted.", deletedSamples),
            ("change_batches", "Batches made for subscriptions.", changeBatches),
            ("change_deliveries", "Batches sent to subscriptions.", changeDeliveries),
        ].map { StatusMetric(name: $0.0, kind: .counter, meaning: $0.1, value: $0.2) }
    }
}
