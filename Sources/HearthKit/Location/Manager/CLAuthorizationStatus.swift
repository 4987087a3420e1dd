/// Whether an app may use the machine's location.
public enum CLAuthorizationStatus: Int32, Sendable {
    /// The app has not asked.
    case notDetermined = 0
    /// The app may not, and the owner cannot change it.
    case restricted = 1
    /// The app may not, or no location is available.
    case denied = 2
    /// The app may at any time.
    case authorizedAlways = 3
    /// The app may while it is in use.
    case authorizedWhenInUse = 4

    /// The former name of `authorizedAlways`.
    public static var authorized: CLAuthorizationStatus { .authorizedAlways }
}

/// The accuracy with which an app may use the machine's location.
public enum CLAccuracyAuthorization: Int, Sendable {
    /// As exactly as it is measured.
    case fullAccuracy = 0
    /// Within some kilometres.
    case reducedAccuracy = 1
}
