public import Foundation
internal import HearthModel

/// The domain of the errors of HealthKit's API.
public let HKErrorDomain = "com.apple.healthkit"

/// An error: a code of HealthKit's, and a sentence for people.
///
/// The store has more error codes than HealthKit. The store's code and the invalid field are in the error's `userInfo`,
/// under the keys `hearthCodeKey`, `hearthNameKey` and `hearthFieldKey`.
public struct HKError: _BridgedStoredNSError {
    /// The error in Foundation's form.
    public let _nsError: NSError

    /// An error of this domain as an `NSError`.
    public init(_nsError error: NSError) {
        require(error.domain == HKErrorDomain, "the error is of another domain")
        _nsError = error
    }

    /// An error with a code. Its description is in `userInfo`, or otherwise explains the code.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        var information = userInfo
        let description = information[NSLocalizedDescriptionKey] ?? code.explanation
        information[NSLocalizedDescriptionKey] = description
        // The description of the `NSError`.
        information[NSLocalizedFailureReasonErrorKey] = information[NSLocalizedFailureReasonErrorKey] ?? description
        self.init(_nsError: NSError(domain: HKErrorDomain, code: code.rawValue, userInfo: information))
    }

    /// The domain of the errors.
    public static var _nsErrorDomain: String { HKErrorDomain }

    /// The code of the error.
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        /// The error that has the code.
        public typealias _ErrorType = HKError

        /// An error that has no other code.
        case unknownError = 0
        /// The store cannot be reached, or has another version.
        case errorHealthDataUnavailable = 1
        /// Health data is not to be used on this machine.
        case errorHealthDataRestricted = 2
        /// Something that was asked for makes no sense, or is not in the store.
        case errorInvalidArgument = 3
        /// The app may not do this.
        case errorAuthorizationDenied = 4
        /// The app has not asked whether it may do this.
        case errorAuthorizationNotDetermined = 5
        /// The store cannot be reached, or cannot read or write.
        case errorDatabaseInaccessible = 6
        /// The user cancelled it.
        case errorUserCanceled = 7
        /// Another app started a workout session.
        case errorAnotherWorkoutSessionStarted = 8
        /// The user left the workout session.
        case errorUserExitedWorkoutSession = 9
        /// The app may not do something that it needs.
        case errorRequiredAuthorizationDenied = 10
        /// No data is available for the request.
        case errorNoData = 11
        /// The workout has an activity that is not allowed there.
        case errorWorkoutActivityNotAllowed = 12
        /// There is more than a limit allows.
        case errorDataSizeExceeded = 13
        /// A workout session may not start in the background.
        case errorBackgroundWorkoutSessionNotAllowed = 14
        /// A guest may not do this.
        case errorNotPermissibleForGuestUserMode = 15
    }
}

// The codes, for use as in `catch HKError.errorNoData`.
extension HKError {
    /// An error that has no other code.
    public static var unknownError: Code { .unknownError }

    /// The store cannot be reached, or has another version.
    public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }

    /// Health data is not to be used on this machine.
    public static var errorHealthDataRestricted: Code { .errorHealthDataRestricted }

    /// Something that was asked for makes no sense, or is not in the store.
    public static var errorInvalidArgument: Code { .errorInvalidArgument }

    /// The app may not do this.
    public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }

    /// The app has not asked whether it may do this.
    public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }

    /// The store cannot be reached, or cannot read or write.
    public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }

    /// The user cancelled it.
    public static var errorUserCanceled: Code { .errorUserCanceled }

    /// Another app started a workout session.
    public static var errorAnotherWorkoutSessionStarted: Code { .errorAnotherWorkoutSessionStarted }

    /// The user left the workout session.
    public static var errorUserExitedWorkoutSession: Code { .errorUserExitedWorkoutSession }

    /// The app may not do something that it needs.
    public static var errorRequiredAuthorizationDenied: Code { .errorRequiredAuthorizationDenied }

    /// No data is available for the request.
    public static var errorNoData: Code { .errorNoData }

    /// The workout has an activity that is not allowed there.
    public static var errorWorkoutActivityNotAllowed: Code { .errorWorkoutActivityNotAllowed }

    /// There is more than a limit allows.
    public static var errorDataSizeExceeded: Code { .errorDataSizeExceeded }

    /// A workout session may not start in the background.
    public static var errorBackgroundWorkoutSessionNotAllowed: Code { .errorBackgroundWorkoutSessionNotAllowed }

    /// A guest may not do this.
    public static var errorNotPermissibleForGuestUserMode: Code { .errorNotPermissibleForGuestUserMode }
}
