/// The error codes of the protocol.
///
/// 0–15 are HealthKit's (`HKError.Code`); Hearth's start at 100. An unknown code, from a newer peer, is kept.
package struct ErrorCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

extension ErrorCode {
    // HealthKit's, with HealthKit's numbers.
    package static let unknown = ErrorCode(rawValue: 0)
    package static let healthDataUnavailable = ErrorCode(rawValue: 1)
    package static let healthDataRestricted = ErrorCode(rawValue: 2)
    package static let invalidArgument = ErrorCode(rawValue: 3)
    package static let authorizationDenied = ErrorCode(rawValue: 4)
    package static let authorizationNotDetermined = ErrorCode(rawValue: 5)
    package static let databaseInaccessible = ErrorCode(rawValue: 6)
    package static let userCanceled = ErrorCode(rawValue: 7)
    package static let anotherWorkoutSessionStarted = ErrorCode(rawValue: 8)
    package static let userExitedWorkoutSession = ErrorCode(rawValue: 9)
    package static let requiredAuthorizationDenied = ErrorCode(rawValue: 10)
    package static let noData = ErrorCode(rawValue: 11)
    package static let workoutActivityNotAllowed = ErrorCode(rawValue: 12)
    package static let dataSizeExceeded = ErrorCode(rawValue: 13)
    package static let backgroundWorkoutSessionNotAllowed = ErrorCode(rawValue: 14)
    package static let notPermissibleForGuestUserMode = ErrorCode(rawValue: 15)

    // The connection.
    package static let malformedFrame = ErrorCode(rawValue: 100)
    package static let frameTooLarge = ErrorCode(rawValue: 101)
    package static let versionUnsupported = ErrorCode(rawValue: 102)
    package static let handshakeRequired = ErrorCode(rawValue: 103)
    package static let handshakeTimeout = ErrorCode(rawValue: 104)
    package static let protocolViolation = ErrorCode(rawValue: 105)
    package static let unimplemented = ErrorCode(rawValue: 106)
    package static let limitExceeded = ErrorCode(rawValue: 107)
    package static let shuttingDown = ErrorCode(rawValue: 108)

    // The contents of a request.
    package static let unknownType = ErrorCode(rawValue: 120)
    package static let incompatibleUnit = ErrorCode(rawValue: 121)
    package static let malformedColumn = ErrorCode(rawValue: 122)
    package static let malformedText = ErrorCode(rawValue: 123)
    package static let valueOutOfRange = ErrorCode(rawValue: 124)
    package static let malformedPredicate = ErrorCode(rawValue: 125)

    // The contents of the store.
    package static let identifierConflict = ErrorCode(rawValue: 140)
    package static let objectNotFound = ErrorCode(rawValue: 141)
    package static let workoutNotFound = ErrorCode(rawValue: 142)
    package static let notOwner = ErrorCode(rawValue: 143)

    // Anchors.
    package static let anchorCorrupt = ErrorCode(rawValue: 160)
    package static let anchorOfOtherStore = ErrorCode(rawValue: 161)
    package static let anchorInFuture = ErrorCode(rawValue: 162)
    package static let anchorExpired = ErrorCode(rawValue: 163)

    // The disk.
    package static let storageFull = ErrorCode(rawValue: 180)
    package static let storageFailed = ErrorCode(rawValue: 181)
    package static let storageCorrupt = ErrorCode(rawValue: 182)

    /// Every known code, with its name in the `.proto` after `ERROR_CODE_`.
    package static let all: [(code: ErrorCode, name: String)] = [
        (.unknown, "UNKNOWN"),
        (.healthDataUnavailable, "HEALTH_DATA_UNAVAILABLE"),
        (.healthDataRestricted, "HEALTH_DATA_RESTRICTED"),
        (.invalidArgument, "INVALID_ARGUMENT"),
        (.authorizationDenied, "AUTHORIZATION_DENIED"),
        (.authorizationNotDetermined, "AUTHORIZATION_NOT_DETERMINED"),
        (.databaseInaccessible, "DATABASE_INACCESSIBLE"),
        (.userCanceled, "USER_CANCELED"),
        (.anotherWorkoutSessionStarted, "ANOTHER_WORKOUT_SESSION_STARTED"),
        (.userExitedWorkoutSession, "USER_EXITED_WORKOUT_SESSION"),
        (.requiredAuthorizationDenied, "REQUIRED_AUTHORIZATION_DENIED"),
        (.noData, "NO_DATA"),
        (.workoutActivityNotAllowed, "WORKOUT_ACTIVITY_NOT_ALLOWED"),
        (.dataSizeExceeded, "DATA_SIZE_EXCEEDED"),
        (.backgroundWorkoutSessionNotAllowed, "BACKGROUND_WORKOUT_SESSION_NOT_ALLOWED"),
        (.notPermissibleForGuestUserMode, "NOT_PERMISSIBLE_FOR_GUEST_USER_MODE"),
        (.malformedFrame, "MALFORMED_FRAME"),
        (.frameTooLarge, "FRAME_TOO_LARGE"),
        (.versionUnsupported, "VERSION_UNSUPPORTED"),
        (.handshakeRequired, "HANDSHAKE_REQUIRED"),
        (.handshakeTimeout, "HANDSHAKE_TIMEOUT"),
        (.protocolViolation, "PROTOCOL_VIOLATION"),
        (.unimplemented, "UNIMPLEMENTED"),
        (.limitExceeded, "LIMIT_EXCEEDED"),
        (.shuttingDown, "SHUTTING_DOWN"),
        (.unknownType, "UNKNOWN_TYPE"),
        (.incompatibleUnit, "INCOMPATIBLE_UNIT"),
        (.malformedColumn, "MALFORMED_COLUMN"),
        (.malformedText, "MALFORMED_TEXT"),
        (.valueOutOfRange, "VALUE_OUT_OF_RANGE"),
        (.malformedPredicate, "MALFORMED_PREDICATE"),
        (.identifierConflict, "IDENTIFIER_CONFLICT"),
        (.objectNotFound, "OBJECT_NOT_FOUND"),
        (.workoutNotFound, "WORKOUT_NOT_FOUND"),
        (.notOwner, "NOT_OWNER"),
        (.anchorCorrupt, "ANCHOR_CORRUPT"),
        (.anchorOfOtherStore, "ANCHOR_OF_OTHER_STORE"),
        (.anchorInFuture, "ANCHOR_IN_FUTURE"),
        (.anchorExpired, "ANCHOR_EXPIRED"),
        (.storageFull, "STORAGE_FULL"),
        (.storageFailed, "STORAGE_FAILED"),
        (.storageCorrupt, "STORAGE_CORRUPT"),
    ]

    /// The code's name in the `.proto` after `ERROR_CODE_`, or its number if unknown.
    package var name: String {
        ErrorCode.all.first { $0.code == self }?.name ?? "\(rawValue)"
    }
}
