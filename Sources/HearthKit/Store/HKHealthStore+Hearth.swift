internal import Foundation
package import HearthClient
internal import HearthModel

// Additions to HealthKit's API.
extension HKHealthStore {
    /// The store at the other end of a connection.
    package convenience init(_ connection: Connection) {
        self.init(over: connection)
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
