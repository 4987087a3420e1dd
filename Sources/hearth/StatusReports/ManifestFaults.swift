import HearthModel
import HearthServer
import HearthWire

/// What is wrong with the launch manifests of apps, as this program finds them. The server looks for them where its own
/// environment says, which this program does not know.
struct ManifestFaults {
    private let faults: [String: String]

    /// When a fault concerns the server.
    static let condition = "if the server's own HOME, XDG_DATA_HOME and XDG_DATA_DIRS lead to that file"

    init(of apps: [BackgroundAppStatus], _ environment: [String: String]) {
        let manifests = LaunchManifests(environment: environment)
        let found = apps.compactMap { app in
            manifests.fault(of: AppID(app.bundleIdentifier)).map { (app.bundleIdentifier, $0) }
        }
        faults = Dictionary(found) { first, _ in first }
    }

    /// Nil if nothing is wrong, or there is no manifest of the app.
    subscript(_ app: BackgroundAppStatus) -> String? { faults[app.bundleIdentifier] }
}
