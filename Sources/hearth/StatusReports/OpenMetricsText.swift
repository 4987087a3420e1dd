import HearthWire

/// A report in the OpenMetrics text format.
struct OpenMetricsText {
    let report: StatusReport

    var text: String {
        var lines: [String] = []
        for metric in report.metrics {
            lines.append("# TYPE hearth_\(metric.name) \(metric.kind.rawValue)")
            lines.append("# HELP hearth_\(metric.name) \(metric.meaning)")
            lines.append("hearth_\(metric.name)\(metric.kind == .counter ? "_total" : "") \(metric.value)")
        }
        lines.append("# TYPE hearth_subscription_lag gauge")
        lines.append("# HELP hearth_subscription_lag Changes that the subscription furthest behind has not been sent.")
        let lags = report.connections.flatMap { $0.subscriptions.map(\.lag) }
        lines.append("hearth_subscription_lag \(lags.max() ?? 0)")
        lines.append("# EOF")
        return lines.joined(separator: "\n")
    }
}
