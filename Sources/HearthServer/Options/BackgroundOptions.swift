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
    /// The most apps that run at once because the server has started them, without those that have run for `slotTime`.
    package var processesMax = 8
    /// The most apps that run at once with them.
    package var processesMaxInAll = 64
    /// How long an app that runs keeps others from being started.
    package var slotTime: Int64 = 60_000_000_000
    /// The pause before the next attempt when the launch of an app is unknown or the disk is full.
    package var rest: Int64 = 10_000_000_000
    /// The launch that an app's package has installed; nil: none. Reads files, so only reader threads call it.
    package var manifest: @Sendable (AppID) throws(ManifestFault) -> BackgroundLaunch? = { _ in nil }

    /// The launch that the app has set. That of an app with a socket of its own does not count: any client that called itself
    /// the app before may have set it.
    func ownLaunch(of app: AppID, in snapshot: Snapshot) -> BackgroundLaunch? {
        snapshot.access.contains(app) ? nil : snapshot.background.launch(of: app)
    }

    /// The launch that the app has set, unless its package has installed one and the app's is a fallback. Reads files.
    func launch(of app: AppID, in snapshot: Snapshot) -> BackgroundLaunch? {
        let own = ownLaunch(of: app, in: snapshot)
        if let own, !own.isFallback { return own }
        return (try? manifest(app)) ?? own
    }

    /// How long an app may take for a delivery.
    func timeLimit(of launch: BackgroundLaunch?) -> Int64 {
        guard let launch, launch.timeLimitSeconds > 0 else { return timeLimit }
        return Int64(launch.timeLimitSeconds) * 1_000_000_000
    }
}
