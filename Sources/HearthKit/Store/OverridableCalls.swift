/// A class with calls that HealthKit has in two forms: one takes a completion handler, the other is awaited.
///
/// In HealthKit both are one method, so overriding the form with a handler also changes the awaited form. Here they are
/// two methods: in a subclass the awaited form calls the one with a handler, and in the class itself it does its work
/// directly.
protocol OverridableCalls: AnyObject {
    /// The class that overrides nothing.
    static var original: AnyObject.Type { get }
}

private enum Override {
    /// Whether the task runs inside a possible override.
    @TaskLocal static var isUnderWay = false

    /// The error of a handler that was called with neither a result nor an error.
    static let missingError = HKError(.unknown, "The call failed without an error.")
}

extension OverridableCalls {
    /// Whether the awaited form does its work directly: in the class itself, and inside an override, which would
    /// otherwise call itself.
    private var isDirect: Bool { type(of: self) == Self.original || Override.isUnderWay }

    /// Does the work of an awaited form without a result.
    func awaitOverridable(
        isolation: isolated (any Actor)? = #isolation,
        _ handled: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void,
        direct: () async throws -> Void
    ) async throws {
        guard !isDirect else { return try await direct() }
        try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
            Override.$isUnderWay.withValue(true) {
                handled { isDone, error in
                    if isDone {
                        continuation.resume()
                    } else {
                        continuation.resume(throwing: error ?? Override.missingError)
                    }
                }
            }
        }
    }

    /// Does the work of an awaited form with a result.
    func awaitOverridableValue<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ handled: (@escaping @Sendable (Value, (any Error)?) -> Void) -> Void,
        direct: () async throws -> Value
    ) async throws -> Value {
        guard !isDirect else { return try await direct() }
        return try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
            Override.$isUnderWay.withValue(true) {
                handled { value, error in
                    if let error {
                        continuation.resume(throwing: error)
                    } else {
                        continuation.resume(returning: value)
                    }
                }
            }
        }
    }
}

extension OverridableCalls {
    /// Does the work of an awaited form whose result is nil only after an error.
    func awaitOverridableObject<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ handled: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void,
        direct: () async throws -> Value
    ) async throws -> Value {
        let value = try await awaitOverridableValue(isolation: isolation, handled) { try await direct() }
        guard let value else { throw Override.missingError }
        return value
    }
}
