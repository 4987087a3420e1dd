internal import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthWire

/// Who this program is to the store, and where it runs: what the connection tells the server, and new objects carry.
///
/// HealthKit takes it from the app's bundle. Programs on Linux have none: they are named by the environment variable
/// `HEARTH_APP_ID`, or else by the name of the program.
struct AppIdentity: Sendable {
    let app: App
    let host: HearthWire.Host

    /// This program.
    static let current = AppIdentity(
        app: .current(
            environment: ProcessInfo.processInfo.environment,
            bundleIdentifier: Bundle.main.bundleIdentifier,
            version: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
        ),
        host: .current
    )

    /// What new objects say of where they come from.
    var sourceRevision: HKSourceRevision {
        HKSourceRevision(
            source: HKSource(Source(bundleIdentifier: app.bundleIdentifier, name: app.name)),
            version: app.version.isEmpty ? nil : app.version,
            productType: host.productType.isEmpty ? nil : host.productType,
            system: host.operatingSystemVersion.map(HKSourceRevision.System.init)
        )
    }
}
