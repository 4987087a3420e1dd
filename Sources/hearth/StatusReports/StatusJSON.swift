import HearthModel
import HearthWire

/// A report for programs.
struct StatusJSON {
    let report: StatusReport
    /// What apps have asked for and the owner has not decided.
    var requests: [AccessRequestText] = []

    var text: String {
        let fields =
            [
                "\"server_version\": \(report.serverVersion.quoted)",
                "\"process\": \(report.process)",
                "\"path\": \(report.store.path.quoted)",
                "\"fault\": \(report.store.fault.quoted)",
            ] + report.metrics.map { "\($0.name.quoted): \($0.value)" }
        let connections = report.connections.map { "    " + object($0) }
        let apps = report.backgroundApps.map { app in
            "    {\"bundle_identifier\": \(app.bundleIdentifier.quoted), \"registrations\": \(app.registrations),"
                + " \"suspended\": \(app.types.count { $0.suspended })}"
        }
        return "{\n  " + fields.joined(separator: ",\n  ") + ",\n  \"connection_list\": \(list(connections)),\n"
            + "  \"background_app_list\": \(list(apps)),\n"
            + "  \"access_request_list\": \(list(requests.map { "    " + $0.json.text }))\n}"
    }

    private func list(_ lines: [String]) -> String {
        lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n  ]"
    }

    private func object(_ connection: ConnectionStatus) -> String {
        let subscriptions = connection.subscriptions.map { subscription in
            let types = subscription.types.map { (ObjectType(identifier: $0)?.shortName ?? $0).quoted }.joined(
                separator: ", "
            )
            return "{\"call\": \(subscription.call), \"types\": [\(types)], \"lag\": \(subscription.lag),"
                + " \"credit\": \(subscription.credit), \"live\": \(subscription.live)}"
        }
        return "{\"bundle_identifier\": \(connection.bundleIdentifier.quoted), \"client\": \(connection.client.quoted),"
            + " \"process\": \(connection.process),"
            + " \"open_calls\": \(connection.openCalls), \"calls\": \(connection.calls),"
            + " \"received_bytes\": \(connection.receivedBytes), \"sent_bytes\": \(connection.sentBytes),"
            + " \"unsent_bytes\": \(connection.unsentBytes), \"subscriptions\": [\(subscriptions.joined(separator: ", "))]}"
    }
}
