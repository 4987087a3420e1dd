extension HKError.Code {
    /// A description of the code, for errors without a message.
    var explanation: String {
        switch self {
        case .unknownError: "An unknown error occurred."
        case .errorHealthDataUnavailable: "Health data is not available here."
        case .errorHealthDataRestricted: "Health data is restricted on this machine."
        case .errorInvalidArgument: "An argument is not valid."
        case .errorAuthorizationDenied: "The app is not authorized."
        case .errorAuthorizationNotDetermined: "The app has not asked for authorization."
        case .errorDatabaseInaccessible: "The store cannot be reached."
        case .errorUserCanceled: "The operation was cancelled."
        case .errorAnotherWorkoutSessionStarted: "Another app has started a workout session."
        case .errorUserExitedWorkoutSession: "The workout session was left."
        case .errorRequiredAuthorizationDenied: "An authorization that the app requires is denied."
        case .errorNoData: "No data is available for the request."
        case .errorWorkoutActivityNotAllowed: "The workout activity is not allowed."
        case .errorDataSizeExceeded: "The data exceeds a size limit."
        case .errorBackgroundWorkoutSessionNotAllowed: "A workout session cannot start in the background."
        case .errorNotPermissibleForGuestUserMode: "The operation is not permitted for a guest."
        }
    }
}
