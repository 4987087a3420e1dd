import HearthModel
import HearthStore
import HearthWire

/// Puts together what the server says of itself, from what the thread of the server has noted. It reads files, and formats
/// thousands of names: no step of it is small.
final class StatusTask: ReadTask {
    /// A connection when the status was requested.
    struct ConnectionState {
        let app: String
        let client: String
        /// Nil if the system does not tell it.
        let process: Int32?
        let calls: Int
        let receivedBytes: Int
        let sentBytes: Int
        var openCalls: Int
        let unsentBytes: Int
        let subscriptions: [Subscription]
    }

    struct Subscription {
        let call: UInt64
        let position: SubscriptionPosition
        let credit: Int64
    }

    let isSmall = false
    private let snapshot: Snapshot
    private let options: ServerOptions
    /// Without what the task itself finds.
    private let report: StatusReport
    /// The most important first.
    private let connections: [ConnectionState]
    private let apps: BackgroundAppStatuses

    init(
        _ snapshot: Snapshot,
        _ options: ServerOptions,
        _ report: StatusReport,
        _ connections: [ConnectionState],
        _ apps: BackgroundAppStatuses
    ) {
        self.snapshot = snapshot
        self.options = options
        self.report = report
        self.connections = connections
        self.apps = apps
    }

    /// No step of it is refused.
    func restart() {}

    func step(_: StoreReader, rows _: Int) throws(HearthError) -> CursorStep<Reply> {
        var report = report
        let sizes = options.environment.fileSizes()
        report.store.fileBytes = UInt64(clamping: sizes.file)
        report.store.logBytes = UInt64(clamping: sizes.log)
        report.connections = connectionStatuses
        report.backgroundApps = apps.all(room: Int(options.limits.frameBytes) / 4)
        return .batch(.statusReport(report))
    }

    /// No more than surely fit into a frame.
    private var connectionStatuses: [ConnectionStatus] {
        var room = StatusTask.subscriptionBytes(options.limits)
        var statuses: [ConnectionStatus] = []
        var bytes = room
        for connection in connections {
            let status = status(of: connection, &room)
            bytes += status.bundleIdentifier.utf8.count + status.client.utf8.count + 128
            guard bytes < Int(options.limits.frameBytes) / 2 else { break }
            statuses.append(status)
        }
        return statuses
    }

    /// With the subscriptions that there is room for.
    private func status(of connection: ConnectionState, _ room: inout Int) -> ConnectionStatus {
        var subscriptions: [SubscriptionStatus] = []
        for subscription in connection.subscriptions where room > 0 {
            let status = status(of: subscription)
            room -= status.bytesAtMost
            subscriptions.append(status)
        }
        return ConnectionStatus(
            bundleIdentifier: connection.app,
            client: connection.client,
            openCalls: UInt64(connection.openCalls),
            calls: UInt64(connection.calls),
            receivedBytes: UInt64(connection.receivedBytes),
            sentBytes: UInt64(connection.sentBytes),
            unsentBytes: UInt64(connection.unsentBytes),
            subscriptions: subscriptions,
            process: UInt64(clamping: connection.process ?? 0)
        )
    }

    private func status(of subscription: Subscription) -> SubscriptionStatus {
        let position = subscription.position
        let (sequence, isLive) = position.resolved(in: snapshot)
        return SubscriptionStatus(
            call: subscription.call,
            types: position.types.map(\.identifier).sorted(),
            lag: snapshot.head - min(sequence, snapshot.head),
            credit: subscription.credit,
            live: isLive
        )
    }

    /// Most bytes of all subscriptions in a report.
    private static func subscriptionBytes(_ limits: Limits) -> Int { Int(limits.frameBytes) / 8 }

    /// Most subscriptions in a report.
    static func subscriptionsMax(_ limits: Limits) -> Int { subscriptionBytes(limits) / SubscriptionStatus.leastBytes }
}

extension SubscriptionStatus {
    fileprivate static let leastBytes = 64

    /// A bound of what the message takes.
    fileprivate var bytesAtMost: Int { types.reduce(SubscriptionStatus.leastBytes) { $0 + $1.utf8.count + 4 } }
}
