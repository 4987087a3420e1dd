import HearthModel
import HearthServer
import HearthSystem
import HearthWire

/// What is wrong with the launch manifests of apps, as this program finds them. The server looks for them where its own
/// environment says, which this program does not know.
struct ManifestFaults {
    private let faults: [String: String]

    /// What is wrong with the program by which the server starts an app; nil: nothing is known to be. It is of the launch that
    /// the server names, wherever that is from.
    static func programFault(of app: BackgroundAppStatus) -> String? {
        guard app.launch.hasPrefix("/") else { return nil }
        let program = String(app.launch.prefix { $0 != " " })
        // The text may be cut, or have quotation marks.
        guard !program.contains("'"), program.utf8.count < Limits.launchTextBytes else { return nil }
        guard access(program, F_OK) == 0 else { return "The program \(program) does not exist." }
        return access(program, X_OK) != 0 ? "\(program) is not a program that can be run." : nil
    }

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
