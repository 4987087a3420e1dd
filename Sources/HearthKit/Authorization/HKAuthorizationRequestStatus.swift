/// Whether asking for authorization would show anything to anybody.
public enum HKAuthorizationRequestStatus: Int, Sendable {
    /// It could not be found out.
    case unknown = 0
    /// The app has not asked for all of it yet.
    case shouldRequest = 1
    /// The app has asked for all of it.
    case unnecessary = 2
}
