internal import CHearthProtocol
internal import HearthModel

/// How the server is at the moment, in figures.
package struct StatusReport: Hashable, Sendable {
    package var serverVersion: String
    /// The server's process identifier; 0: unknown.
    package var process: UInt64
    /// Since the server began.
    package var uptimeMilliseconds: UInt64
    package var store: StoreStatus
    package var counters: Counters
    /// Those with the most open calls, at most `Limits.statusConnections`, and not more than fit into the frame.
    package var connections: [ConnectionStatus]
    /// How many connections there are, listed or not.
    package var connectionCount: UInt64
    /// Those that are registered for background delivery, by bundle identifier.
    package var backgroundApps: [BackgroundAppStatus]

    package init(
        serverVersion: String,
        process: UInt64 = 0,
        uptimeMilliseconds: UInt64,
        store: StoreStatus,
        counters: Counters,
        connections: [ConnectionStatus],
        connectionCount: UInt64,
        backgroundApps: [BackgroundAppStatus] = []
    ) {
        self.serverVersion = serverVersion
        self.process = process
        self.uptimeMilliseconds = uptimeMilliseconds
        self.store = store
        self.counters = counters
        self.connections = connections
        self.connectionCount = connectionCount
        self.backgroundApps = backgroundApps
    }
}

extension StatusReport: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__StatusReport> { hearth__v1__status_report__init }

    init(_ message: Hearth__V1__StatusReport, _ reader: MessageReader) throws(HearthError) {
        serverVersion = try reader.text(message.server_version, "server_version")
        process = message.process
        uptimeMilliseconds = message.uptime_milliseconds
        store = try reader.required(message.store, "store")
        counters = try reader.required(message.counters, "counters")
        connections = try reader.messages(
            message.connections,
            message.n_connections,
            "connections",
            atMost: Limits.statusConnections
        )
        connectionCount = message.connection_count
        backgroundApps = try reader.messages(
            message.background_apps,
            message.n_background_apps,
            "background_apps",
            atMost: Limits.backgroundApps
        )
    }

    func write(to message: inout Hearth__V1__StatusReport, _ writer: MessageWriter) {
        message.server_version = writer.text(serverVersion)
        message.process = process
        message.uptime_milliseconds = uptimeMilliseconds
        message.store = writer.message(store)
        message.counters = writer.message(counters)
        message.n_connections = connections.count
        message.connections = writer.messages(connections)
        message.connection_count = connectionCount
        message.n_background_apps = backgroundApps.count
        message.background_apps = writer.messages(backgroundApps)
    }
}
