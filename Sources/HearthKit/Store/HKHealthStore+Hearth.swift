internal import Foundation
package import HearthClient
internal import HearthModel

// Additions to HealthKit's API.
extension HKHealthStore {
    /// Connects an app with the given identity to the server at the given socket.
    ///
    /// - Parameters:
    ///   - appIdentifier: the source of the app's objects; nil: `HEARTH_APP_ID`, or else the program's name.
    ///   - appName: the app's display name; nil: the identifier.
    ///   - appVersion: the version in the app's objects.
    ///   - socketPath: the path at which the server listens; nil: the standard path.
    public convenience init(
        appIdentifier: String?,
        appName: String? = nil,
        appVersion: String? = nil,
        socketPath: String? = nil
    ) {
        let options = ConnectionOptions.store(
            appIdentifier: appIdentifier,
            appName: appName,
            appVersion: appVersion,
            socketPath: socketPath
        )
        self.init(over: Connection(options), .standard)
    }

    /// The store at the other end of a connection. `sessions`: where workout sessions are kept; the default ends with the
    /// process.
    package convenience init(_ connection: Connection, sessions: SessionPlace = .memory()) {
        self.init(over: connection, sessions)
    }

    /// Saves columns of quantities, all or none, without an object for each. Beyond HealthKit.
    public func save(_ columns: HKQuantityColumns) async throws {
        try await writer.save(columns)
    }

    /// Registers the app for changes of a type, and sets how to launch it. Beyond HealthKit.
    public func enableBackgroundDelivery(
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        launching launch: HKBackgroundLaunch
    ) async throws {
        try await registrations.add(type, frequency, launch.launch)
    }

    /// Whether the store's server has launched this program to deliver changes. Beyond HealthKit.
    public class func isBackgroundLaunch() -> Bool {
        ProcessInfo.processInfo.environment["HEARTH_BACKGROUND"] == "1"
    }
}
