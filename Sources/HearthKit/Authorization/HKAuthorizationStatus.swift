/// Whether an app may save objects of a type.
public enum HKAuthorizationStatus: Int, Sendable {
    /// The app has not asked.
    case notDetermined = 0
    /// It may not.
    case sharingDenied = 1
    /// It may.
    case sharingAuthorized = 2
}
