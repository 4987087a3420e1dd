package import HearthModel

/// Identifies a process that the server has started, or is about to start.
package struct AppProcessID: Hashable, Sendable {
    package let number: UInt64
}

/// What the driver of the server does with processes.
package enum ProcessOrder: Hashable, Sendable {
    case start(AppProcessID, app: AppID, BackgroundLaunch)
    /// Asks a process to end.
    case end(AppProcessID)
    case kill(AppProcessID)
}
