internal import Foundation
internal import HearthClient
internal import HearthModel
internal import HearthWire

/// The identity of this program and its machine, which the connection sends to the server and new objects carry.
///
/// HealthKit takes it from the app's bundle. Programs on Linux have no bundle: the environment variable `HEARTH_APP_ID`
/// identifies them, or otherwise the program's name.
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

    /// The source revision of new objects.
    var sourceRevision: HKSourceRevision {
        HKSourceRevision(
            source: HKSource(Source(bundleIdentifier: app.bundleIdentifier, name: app.name)),
            version: app.version.isEmpty ? nil : app.version,
            productType: host.productType.isEmpty ? nil : host.productType,
            system: host.operatingSystemVersion.map(HKSourceRevision.System.init)
        )
    }
}
