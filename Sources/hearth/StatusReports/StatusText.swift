import HearthModel
import HearthWire

/// A report for people.
struct StatusText {
    let report: StatusReport
    /// What apps have asked for and the owner has not decided.
    var requests: [AccessRequestText] = []

    var text: String {
        let store = report.store
        let counters = report.counters
        var lines = [
            "\(report.serverVersion.printable), process \(report.process), up \(duration(report.uptimeMilliseconds))",
            "store        \(store.samples.counted("sample")) in \(store.segments.counted("segment")),"
                + " \(store.deletions.counted("deletion")) known",
            "commits      \(counters.groups), with \(counters.writes.counted("write")), \(counters.refusedWrites) of them failed",
            "samples      \(counters.addedSamples) added, \(counters.deletedSamples) deleted",
            "traffic      \(ByteSize.text(counters.receivedBytes)) received, \(ByteSize.text(counters.sentBytes)) sent,"
                + " \(counters.calls.counted("call"))",
            "connections  \(report.connectionCount) open, \(counters.connections) accepted,"
                + " \(counters.refusedConnections) refused",
        ]
        let isInFile = store.path.isEmpty || store.path.hasPrefix("/")
        if isInFile {
            lines.insert(
                "on disk      \(ByteSize.text(store.fileBytes)), and \(ByteSize.text(store.logBytes)) of log",
                at: 2
            )
        }
        if !store.path.isEmpty {
            lines.insert((isInFile ? "file         " : "database     ") + store.path.printable, at: 1)
        }
        if !store.fault.isEmpty {
            lines.insert("WRITES ARE REFUSED: \(store.fault.printable)", at: 1)
        }
        lines += connectionLines
        let suspended = report.suspendedRegistrations
        lines.append(
            "background   \(store.backgroundRegistrations.counted("registration")) of"
                + " \(report.backgroundApps.count.counted("app"))"
                + (suspended > 0 ? ", \(suspended) SUSPENDED: see 'hearth background'" : "")
        )
        lines += report.backgroundApps.map(line)
        for request in requests {
            lines += request.lines + request.commands.map { "  allow it with: \($0)" }
        }
        return lines.joined(separator: "\n")
    }

    /// The connections of an app, and the subscriptions of a connection, that are listed one by one.
    private static let connectionsOfApp = 8
    private static let subscriptionsOfConnection = 16

    /// The connections by their apps, in the order of the report. An app may have very many.
    private var connectionLines: [String] {
        var apps: [String] = []
        var connections: [String: [ConnectionStatus]] = [:]
        for connection in report.connections {
            if connections[connection.bundleIdentifier] == nil {
                apps.append(connection.bundleIdentifier)
            }
            connections[connection.bundleIdentifier, default: []].append(connection)
        }
        return apps.flatMap { app in
            let listed = (connections[app] ?? []).prefix(StatusText.connectionsOfApp)
            let others = (connections[app] ?? []).dropFirst(StatusText.connectionsOfApp)
            let lines = listed.flatMap { [line($0)] + subscriptionLines(of: $0) }
            guard !others.isEmpty else { return lines }
            let calls = others.reduce(0 as UInt64) { $0 &+ $1.openCalls }
            return lines + ["    and \(others.count) more of it, with \(calls.counted("call")) open"]
        }
    }

    private func subscriptionLines(of connection: ConnectionStatus) -> [String] {
        let listed = connection.subscriptions.prefix(StatusText.subscriptionsOfConnection).map(line)
        let others = connection.subscriptions.count - listed.count
        return others > 0 ? listed + ["    and \(others) more of it"] : listed
    }

    /// The beginning of a long identifier. One that imitates another text of the report is in quotation marks.
    private func shown(_ identifier: String) -> String { ShownApp(AppID(identifier)).cell }

    private func line(_ app: BackgroundAppStatus) -> String {
        "  \(shown(app.bundleIdentifier).padded(to: 32))  \(app.registrations.counted("type"))"
    }

    private func line(_ connection: ConnectionStatus) -> String {
        let name = connection.bundleIdentifier.isEmpty ? "(no Hello yet)" : shown(connection.bundleIdentifier)
        let unsent = connection.unsentBytes > 0 ? ", \(ByteSize.text(connection.unsentBytes)) not read" : ""
        let process = connection.process > 0 ? ", process \(connection.process)" : ""
        return "  \(name.padded(to: 32))  \(connection.openCalls.counted("call")) open\(unsent)\(process)"
    }

    private func line(_ subscription: SubscriptionStatus) -> String {
        let types =
            subscription.types.isEmpty
            ? "everything"
            : subscription.types.map { (ObjectType(identifier: $0)?.shortName ?? $0).printable }.joined(separator: ", ")
        let place = subscription.lag == 0 ? "live" : "\(subscription.lag.counted("change")) behind"
        let credit = subscription.credit > 0 ? "" : ", waits for credit"
        return "    follows \(types): \(place)\(credit)"
    }

    private func duration(_ milliseconds: UInt64) -> String {
        let seconds = milliseconds / 1_000
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let shown = parts.drop { $0.0 == 0 }.prefix(2)
        return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
