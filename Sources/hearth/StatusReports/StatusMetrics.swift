import HearthWire

/// A report in the OpenMetrics text format.
struct StatusMetrics {
    let report: StatusReport

    var text: String {
        var lines: [String] = []
        for figure in report.figures {
            lines.append("# TYPE hearth_\(figure.name) \(figure.kind.rawValue)")
            lines.append("# HELP hearth_\(figure.name) \(figure.meaning)")
            lines.append("hearth_\(figure.name)\(figure.kind == .counter ? "_total" : "") \(figure.value)")
        }
        lines.append("# TYPE hearth_subscription_lag gauge")
        lines.append("# HELP hearth_subscription_lag Changes that the subscription furthest behind has not been sent.")
        let lags = report.connections.flatMap { $0.subscriptions.map(\.lag) }
        lines.append("hearth_subscription_lag \(lags.max() ?? 0)")
        lines.append("# EOF")
        return lines.joined(separator: "\n")
    }
}
