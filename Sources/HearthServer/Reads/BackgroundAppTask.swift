import HearthModel
import HearthStore
import HearthWire

/// The state of background delivery to one app, which reads the manifest of its package.
final class BackgroundAppTask: ReadTask {
    let isSmall = false
    private let apps: BackgroundAppStatuses
    private let app: AppID

    init(_ apps: BackgroundAppStatuses, of app: AppID) {
        self.apps = apps
        self.app = app
    }

    /// No step of it is refused.
    func restart() {}

    func step(_: StoreReader, rows _: Int) throws(HearthError) -> CursorStep<Reply> {
        .batch(.backgroundApp(apps.status(of: app)))
    }
}
