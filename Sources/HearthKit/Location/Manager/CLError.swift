public import Foundation

/// The domain of the errors of Core Location.
public let kCLErrorDomain = "kCLErrorDomain"

/// Why a location manager has no location.
public struct CLError: _BridgedStoredNSError {
    /// The error in Foundation's form.
    public let _nsError: NSError

    /// An error of this domain as an `NSError`.
    public init(_nsError error: NSError) {
        require(error.domain == kCLErrorDomain, "the error is of another domain")
        _nsError = error
    }

    /// The domain of the errors.
    public static var _nsErrorDomain: String { kCLErrorDomain }

    /// The code of the error.
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        /// The error that has the code.
        public typealias _ErrorType = CLError

        /// The location is not known now.
        case locationUnknown = 0
        /// The app may not use the location, or none is available.
        case denied = 1
        /// The network cannot be reached.
        case network = 2
        /// The heading cannot be measured.
        case headingFailure = 3
    }

    /// The location is not known now.
    public static var locationUnknown: Code { .locationUnknown }

    /// The app may not use the location, or none is available.
    public static var denied: Code { .denied }

    /// The network cannot be reached.
    public static var network: Code { .network }

    /// The heading cannot be measured.
    public static var headingFailure: Code { .headingFailure }
}

extension CLError {
    /// An error with a sentence for people.
    init(_ code: Code, _ message: String) {
        self.init(
            _nsError: NSError(
                domain: kCLErrorDomain,
                code: code.rawValue,
                userInfo: [NSLocalizedDescriptionKey: message, NSLocalizedFailureReasonErrorKey: message]
            )
        )
    }
}
