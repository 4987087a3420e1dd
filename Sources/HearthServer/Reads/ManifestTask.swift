import HearthModel
import HearthStore
import HearthWire

/// Looks for the launch that the package of an app has installed. It reads files, which may be far away.
final class ManifestTask: ReadTask {
    let app: AppID
    let isSmall = false
    private let options: BackgroundOptions
    /// What it has found; nil: there is none.
    private(set) var found: BackgroundLaunch?
    /// What is wrong with it; nil: nothing, or there is none.
    private(set) var fault: String?

    init(of app: AppID, _ options: BackgroundOptions) {
        self.app = app
        self.options = options
    }

    /// No step of it is refused.
    func restart() {}

    func step(_: StoreReader, rows _: Int) throws(HearthError) -> CursorStep<Reply> {
        do throws(ManifestFault) {
            found = try options.manifest(app)
        } catch {
            fault = error.text
        }
        return .end
    }
}
