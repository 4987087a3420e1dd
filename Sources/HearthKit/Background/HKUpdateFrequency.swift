/// The highest rate at which changes are delivered to an app.
public enum HKUpdateFrequency: Int, Sendable {
    /// With each change.
    case immediate = 1
    /// Once an hour.
    case hourly = 2
    /// Once a day.
    case daily = 3
    /// Once a week.
    case weekly = 4
}
