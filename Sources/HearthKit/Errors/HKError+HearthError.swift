internal import Foundation
internal import HearthModel

extension HKError {
    /// The key in `userInfo` for the number of the store's own code, as `Protocol/ERRORS.md` lists them. Beyond
    /// HealthKit.
    public static let hearthCodeKey = "HearthErrorCode"

    /// The key in `userInfo` for the name of the store's own code, such as `ANCHOR_EXPIRED`. Beyond HealthKit.
    public static let hearthNameKey = "HearthErrorName"

    /// The key in `userInfo` for the path of the invalid field; absent for errors that do not concern a field. Beyond
    /// HealthKit.
    public static let hearthFieldKey = "HearthErrorField"

    /// The error of the store in HealthKit's terms.
    init(_ error: HearthError) {
        var information: [String: Any] = [
            NSLocalizedDescriptionKey: error.message,
            HKError.hearthCodeKey: Int(error.code.rawValue),
            HKError.hearthNameKey: error.code.name,
        ]
        if !error.field.isEmpty {
            information[HKError.hearthFieldKey] = error.field
        }
        self.init(Code(error.code), userInfo: information)
    }

    /// An error that the library detects itself.
    init(_ code: ErrorCode, _ message: String, field: String = "") {
        self.init(HearthError(code, message, field: field))
    }
}

extension HKError.Code {
    /// The closest code of HealthKit; for the unknown code of a newer store, `unknownError`.
    init(_ code: ErrorCode) {
        if let own = HKError.Code(rawValue: Int(code.rawValue)) {
            self = own
            return
        }
        self =
            switch code {
            case .versionUnsupported, .unimplemented:
                .errorHealthDataUnavailable
            case .handshakeTimeout, .shuttingDown, .storageFull, .storageFailed, .storageCorrupt:
                .errorDatabaseInaccessible
            case .frameTooLarge, .limitExceeded:
                .errorDataSizeExceeded
            case .unknownType, .incompatibleUnit, .malformedColumn, .malformedText, .valueOutOfRange,
                .malformedPredicate, .identifierConflict, .objectNotFound, .workoutNotFound, .anchorCorrupt,
                .anchorOfOtherStore, .anchorInFuture, .anchorExpired:
                .errorInvalidArgument
            case .notOwner:
                .errorAuthorizationDenied
            default:
                .unknownError
            }
    }
}
