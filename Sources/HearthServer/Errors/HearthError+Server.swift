import HearthModel

extension HearthError {
    /// The same error as the client sees it: with the name of the request before the field at fault. An error about no
    /// field stays one.
    func prefixed(with request: String) -> HearthError { field.isEmpty ? self : within(request) }

    static let usedNumber = HearthError(
        .protocolViolation,
        "The number of a new call must be greater than those of all calls before it."
    )

    static let isNotServed = HearthError(
        .authorizationDenied,
        "The server does not serve this socket: the owner has not added its app with 'hearth app add', or its log says why."
    )

    static let shuttingDown = HearthError(
        .shuttingDown,
        "The server is about to stop: connect again later, and resume from the last anchor."
    )
}
