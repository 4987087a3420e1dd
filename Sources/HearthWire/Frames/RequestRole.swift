internal import CHearthProtocol

/// The effect of a request on calls, known even if the rest of the request is refused.
package enum RequestRole: Hashable, Sendable {
    /// Opens the session.
    case hello
    /// Opens a call, or continues one: a save may take several frames.
    case save
    /// Is about an open call.
    case cancel
    case credit
    /// Opens a call.
    case call
    /// Unknown to this version.
    case unknown

    init(_ message: Hearth__V1__ClientFrame) {
        self =
            switch message.request_case {
            case HEARTH__V1__CLIENT_FRAME__REQUEST_HELLO: .hello
            case HEARTH__V1__CLIENT_FRAME__REQUEST_SAVE: .save
            case HEARTH__V1__CLIENT_FRAME__REQUEST_CANCEL: .cancel
            case HEARTH__V1__CLIENT_FRAME__REQUEST_CREDIT: .credit
            case HEARTH__V1__CLIENT_FRAME__REQUEST__NOT_SET: .unknown
            default: .call
            }
    }
}
