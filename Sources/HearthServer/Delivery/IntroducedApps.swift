import HearthModel

/// Limits the apps that one process introduces by a registration or a cursor. A process that invents apps leaves places
/// for others.
struct IntroducedApps {
    /// The processes that introduced apps since the server started. All clients whose process the system does not tell
    /// count as one process, nil.
    private var processes: [AppID: Int32?] = [:]

    /// Throws if a process may not introduce an app, which the store does not contain.
    func check(_ app: AppID, by process: Int32?, field: String) throws(HearthError) {
        guard !processes.keys.contains(app) else { return }
        guard processes.values.count(where: { $0 == process }) < Limits.backgroundAppsOfProcess else {
            throw HearthError(
                .limitExceeded,
                "The process has registered \(Limits.backgroundAppsOfProcess) apps, or given them cursors, which is the"
                    + " limit.",
                field: field
            )
        }
    }

    /// Who introduced an app since the server started; if nobody did, the app counts for itself.
    func owner(of app: AppID) -> ClientKey {
        guard let process = processes[app] ?? nil else { return .app(app) }
        return .process(process)
    }

    mutating func insert(_ app: AppID, by process: Int32?) {
        processes.updateValue(process, forKey: app)
    }

    mutating func remove(_ app: AppID) {
        processes.removeValue(forKey: app)
    }
}
