package import HearthModel
import HearthStore

/// How the server starts apps that have changes to handle and do not run.
package struct BackgroundOptions: Sendable {
    /// Whether the driver of the server can start processes.
    package var startsApps = false
    /// The pause after the first failed delivery. It is four times as long after the second one.
    package var firstPause: Int64 = 30_000_000_000
    /// How long an app may take for a delivery, unless its launch sets a limit.
    package var timeLimit: Int64 = 30_000_000_000
    /// How long an app may take to end before it is killed.
    package var endLimit: Int64 = 5_000_000_000
    /// The most apps that run at once because the server has started them.
    package var processesMax = 8
    /// The pause before the next attempt when the launch of an app is unknown or the disk is full.
    package var rest: Int64 = 10_000_000_000
    /// The launch that an app's package has installed.
    package var manifest: @Sendable (AppID) -> BackgroundLaunch? = { _ in nil }

    /// The launch that the app has set, unless its package has installed one and the app's is a fallback.
    func launch(of app: AppID, in snapshot: Snapshot) -> BackgroundLaunch? {
        let own = snapshot.background.launch(of: app)
        if let own, !own.isFallback { return own }
        return manifest(app) ?? own
    }

    /// How long an app may take for a delivery.
    func timeLimit(of launch: BackgroundLaunch?) -> Int64 {
        guard let launch, launch.timeLimitSeconds > 0 else { return timeLimit }
        return Int64(launch.timeLimitSeconds) * 1_000_000_000
    }
}
