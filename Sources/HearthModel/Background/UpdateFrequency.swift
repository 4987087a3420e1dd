/// The highest rate of deliveries to an app. The numbers are HealthKit's. An unknown number, from a newer server or
/// store, is kept.
package struct UpdateFrequency: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let immediate = UpdateFrequency(rawValue: 1)
    package static let hourly = UpdateFrequency(rawValue: 2)
    package static let daily = UpdateFrequency(rawValue: 3)
    package static let weekly = UpdateFrequency(rawValue: 4)

    /// Those that an app can ask for.
    package static let all = [immediate, hourly, daily, weekly]
}
