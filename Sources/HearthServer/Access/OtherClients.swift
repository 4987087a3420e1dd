import HearthModel

/// What is known of the clients of apps when one of them asks.
struct OtherClients {
    /// The apps with connections.
    let apps: Set<AppID>
    /// Processes that have asked and have ended. Their connections may live on: a process that asks with short-lived ones
    /// would have all places.
    let endedProcesses: Set<Int32>

    func haveEnded(_ process: Int32?) -> Bool { process.map(endedProcesses.contains) ?? false }
}
