package import HearthModel

/// How apps are started that have something to be told and do not run.
package struct BackgroundOptions: Sendable {
    /// Whether there is somebody who starts processes.
    package var startsApps = false
    /// Between a delivery that failed and the next attempt; four times as long after the second failure.
    package var firstPause: Int64 = 30_000_000_000
    /// How long an app may take for a delivery, unless it says otherwise.
    package var timeLimit: Int64 = 30_000_000_000
    /// What an app has that was asked to end, until it is made to.
    package var endLimit: Int64 = 5_000_000_000
    /// Apps that run at once because the server has started them.
    package var processesMax = 8
    /// When nobody has said how an app is started, or the disk is full, it is looked at again after so long.
    package var rest: Int64 = 10_000_000_000
    /// How an app is started as its package has it.
    package var manifest: @Sendable (String) -> BackgroundLaunch? = { _ in nil }
}

/// A process that the server has started, or is about to start.
package struct AppProcessID: Hashable, Sendable {
    package let number: UInt64
}

/// What is to be done with processes.
package enum ProcessOrder: Sendable {
    case start(AppProcessID, app: String, BackgroundLaunch)
    /// To be asked to end.
    case end(AppProcessID)
    /// To be ended.
    case kill(AppProcessID)
}

/// What the owner of the server may want to know of deliveries.
package enum DeliveryEvent: Sendable {
    case starts(app: String, types: [ObjectType])
    case cannotStart(app: String, reason: String)
    case nobodyKnowsHow(app: String)
    case tookTooLong(app: String)
    case failed(app: String, types: [ObjectType], suspended: Bool)
}
