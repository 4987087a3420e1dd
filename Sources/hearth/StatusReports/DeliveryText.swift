import HearthModel
import HearthWire

/// The state of background delivery to an app: several lines for people, one for programs.
struct DeliveryText {
    let app: BackgroundAppStatus
    let now: Timestamp
    /// What is wrong with the launch manifest of the app; nil: nothing is known to be.
    var manifestFault: String?

    /// The app, and a line for each type that it is notified of.
    var lines: [String] {
        let process = app.process > 0 ? ", runs as process \(app.process)" : ""
        let cursors = app.cursors > 0 ? ", \(app.cursors.counted("cursor"))" : ""
        let shown = ShownApp(AppID(app.bundleIdentifier)).description
        let head =
            "\(shown.padded(to: 32))  \(app.registrations.counted("type"))\(cursors)\(process)"
        let launch = app.launch.isEmpty ? "its launch is not known" : "starts \(app.launch.printable)"
        let fault = [manifestFault, ManifestFaults.programFault(of: app)].compactMap { $0.map { "  \($0.printable)" } }
        let width = app.types.map { name(of: $0).count }.max() ?? 0
        return [head, "  \(launch)"] + fault + app.types.map { "  \(name(of: $0).padded(to: width))  \(state(of: $0))" }
    }

    var json: String {
        JSON.object([
            "identifier": .string(app.bundleIdentifier),
            "launch": app.launch.isEmpty ? .null : .string(app.launch),
            "process": app.process > 0 ? .integer(Int64(clamping: app.process)) : .null,
            "cursors": .integer(Int64(clamping: app.cursors)),
            "types": .array(
                app.types.map { type in
                    .object([
                        "type": .string(ObjectType(identifier: type.type)?.shortName ?? type.type),
                        "frequency": .string(frequency(of: type)),
                        "pending": .bool(type.pending),
                        "failures": .integer(Int64(type.failures)),
                        "suspended": .bool(type.suspended),
                        "next": type.next.nanoseconds == 0 ? .null : .string(DateText.utc(type.next)),
                    ])
                }
            ),
        ]).text
    }

    private func name(of type: BackgroundTypeStatus) -> String {
        (ObjectType(identifier: type.type)?.shortName ?? type.type).printable
    }

    private func frequency(of type: BackgroundTypeStatus) -> String {
        switch type.frequency {
        case .immediate: "immediate"
        case .hourly: "hourly"
        case .daily: "daily"
        case .weekly: "weekly"
        default: "frequency \(type.frequency.rawValue)"
        }
    }

    private func state(of type: BackgroundTypeStatus) -> String {
        let failures = type.failures == 0 ? "" : ", \(type.failures.counted("failed attempt"))"
        let pending =
            if type.suspended {
                "SUSPENDED\(type.pending ? ", changes pending" : "")"
            } else if type.pending {
                "changes pending\(next(of: type))"
            } else {
                "up to date"
            }
        return "\(frequency(of: type)), \(pending)\(failures)"
    }

    private func next(of type: BackgroundTypeStatus) -> String {
        guard type.next.nanoseconds != 0 else { return "" }
        guard type.next <= now else {
            return ": delivered at \(DateText(zone: .current).local(type.next)), or earlier when the app runs"
        }
        return app.process > 0 ? ", the app has been started" : ": delivered as soon as the app can be started"
    }
}
