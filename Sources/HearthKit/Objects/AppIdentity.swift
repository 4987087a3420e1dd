internal import Foundation
internal import HearthModel

/// Who this program is to the store, and where it runs: the one place that says so.
///
/// HealthKit takes it from the app's bundle. Programs on Linux have none: they are named by the environment variable
/// `HEARTH_APP_ID`, or else by the name of the program.
struct AppIdentity: Sendable {
    let bundleIdentifier: String
    /// For people.
    let name: String
    /// Nil: not known.
    let version: String?
    /// The machine's model; nil: not known.
    let productType: String?
    let system: HearthModel.OperatingSystemVersion

    /// This program.
    static let current = AppIdentity(
        environment: ProcessInfo.processInfo.environment,
        programName: ProcessInfo.processInfo.processName,
        bundleIdentifier: Bundle.main.bundleIdentifier,
        version: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
    )

    init(environment: [String: String], programName: String, bundleIdentifier: String?, version: String?) {
        let named = environment["HEARTH_APP_ID"].flatMap { $0.isEmpty ? nil : $0 }
        self.bundleIdentifier = named ?? bundleIdentifier ?? programName
        name = programName
        self.version = version
        productType = Machine.current.model
        let system = ProcessInfo.processInfo.operatingSystemVersion
        self.system = HearthModel.OperatingSystemVersion(
            major: UInt32(clamping: system.majorVersion),
            minor: UInt32(clamping: system.minorVersion),
            patch: UInt32(clamping: system.patchVersion)
        )
    }

    /// What new objects say of where they come from.
    var sourceRevision: HKSourceRevision {
        HKSourceRevision(
            source: HKSource(Source(bundleIdentifier: bundleIdentifier, name: name)),
            version: version,
            productType: productType,
            system: HKSourceRevision.System(system)
        )
    }
}
