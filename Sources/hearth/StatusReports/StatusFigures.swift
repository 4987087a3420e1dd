import HearthWire

/// One figure of a report, as programs know it.
struct StatusFigure {
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
    var figures: [StatusFigure] {
        [
            StatusFigure(
                name: "uptime_milliseconds",
                kind: .gauge,
                meaning: "Time since the start.",
                value: uptimeMilliseconds
            ),
            StatusFigure(
                name: "connections",
                kind: .gauge,
                meaning: "Connections that are open.",
                value: connectionCount
            ),
            StatusFigure(name: "samples", kind: .gauge, meaning: "Samples in the store.", value: store.samples),
            StatusFigure(name: "deletions", kind: .gauge, meaning: "Deletions still known.", value: store.deletions),
            StatusFigure(name: "segments", kind: .gauge, meaning: "Blocks of samples.", value: store.segments),
            StatusFigure(
                name: "file_bytes",
                kind: .gauge,
                meaning: "Size of the store's file.",
                value: store.fileBytes
            ),
            StatusFigure(
                name: "log_bytes",
                kind: .gauge,
                meaning: "Size of its write-ahead log.",
                value: store.logBytes
            ),
            StatusFigure(name: "staged_bytes", kind: .gauge, meaning: "Saves under way.", value: store.stagedBytes),
            StatusFigure(
                name: "refuses_writes",
                kind: .gauge,
                meaning: "1 while every write is refused, as the disk or the store's files do not allow it.",
                value: store.fault.isEmpty ? 0 : 1
            ),
            StatusFigure(
                name: "background_registrations",
                kind: .gauge,
                meaning: "Registrations for background delivery.",
                value: store.backgroundRegistrations
            ),
            StatusFigure(
                name: "background_suspended",
                kind: .gauge,
                meaning: "Registrations for background delivery that have failed too often.",
                value: suspendedRegistrations
            ),
        ] + counters.figures
    }
}

extension StatusReport {
    /// Registrations of which nothing is delivered any more, as deliveries have failed.
    var suspendedRegistrations: UInt64 {
        UInt64(backgroundApps.reduce(0) { $0 + $1.types.count { $0.suspended } })
    }
}

extension Counters {
    fileprivate var figures: [StatusFigure] {
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
        ].map { StatusFigure(name: $0.0, kind: .counter, meaning: $0.1, value: $0.2) }
    }
}
