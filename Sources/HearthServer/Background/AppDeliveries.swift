import HearthModel

/// Deliveries to an app that are under way, and its process. What has to survive the server is in the store.
final class AppDeliveries {
    let app: String
    var attempts: [ObjectType: Attempt] = [:]
    var process: AppProcess?
    /// Notes and acknowledgements that are on their way to the disk: until they are there, nobody knows what comes next.
    var notesUnderWay = 0
    var acknowledgementsUnderWay = 0
    /// The owner wants the app to be started, whatever is due.
    var isWanted = false
    /// The owner was told that nobody knows how the app is started.
    var isLaunchMissed = false
    /// Until then nothing is tried.
    var restsUntil: Int64?
    /// When something is to be looked at again.
    var deadline: Int64?

    init(_ app: String) {
        self.app = app
    }

    var isIdle: Bool {
        attempts.isEmpty && process == nil && notesUnderWay == 0 && acknowledgementsUnderWay == 0 && !isWanted
            && !isLaunchMissed
    }

    /// What the app has been started for or was told.
    struct Attempt {
        /// The delivery is done when the app has acknowledged this commit.
        let commit: UInt64
        let deadline: Int64
    }
}

/// A process of an app, from the moment that it is wanted.
struct AppProcess {
    enum Stage {
        /// It was noted that it begins.
        case wanted(BackgroundLaunch)
        case running
        /// It has been asked to end.
        case ending(since: Int64)
        case ended
    }

    let id: AppProcessID
    let timeLimit: Int64
    /// The connection that was the newest when it began: its own are later ones.
    let newestConnection: UInt64
    var deadline: Int64
    var stage: Stage
    /// The number that the system gave it; 0: none yet.
    var number: Int32 = 0
}
