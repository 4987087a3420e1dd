import HearthModel
import HearthStore
import HearthWire

/// Looks for the launch that the package of an app has installed. It reads files, which may be far away.
final class ManifestTask: ReadTask {
    let app: AppID
    let isSmall = false
    private let manifest: @Sendable (AppID) -> BackgroundLaunch?
    /// What it has found; nil: there is none.
    private(set) var found: BackgroundLaunch?

    init(of app: AppID, _ manifest: @escaping @Sendable (AppID) -> BackgroundLaunch?) {
        self.app = app
        self.manifest = manifest
    }

    /// No step of it is refused.
    func restart() {}

    func step(_: StoreReader, rows _: Int) throws(HearthError) -> CursorStep<Reply> {
        found = manifest(app)
        return .end
    }
}
