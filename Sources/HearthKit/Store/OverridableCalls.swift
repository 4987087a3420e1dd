/// A class with calls that HealthKit has in two forms: one takes a completion handler, the other is awaited.
///
/// In HealthKit both are one method, so a subclass that overrides the form with a handler changes the awaited form too.
/// Here they are two: in a subclass the awaited form calls the one with a handler, and in the class itself it does its
/// work directly.
protocol OverridableCalls: AnyObject {
    /// The class that overrides nothing.
    static var original: AnyObject.Type { get }
}

private enum Override {
    /// Whether the task runs what may be an override of a subclass.
    @TaskLocal static var isUnderWay = false
}

extension OverridableCalls {
    /// Whether the awaited form does its work directly: in the class itself, and in what an override begins, which
    /// would come back to itself otherwise.
    private var isDirect: Bool { type(of: self) == Self.original || Override.isUnderWay }

    /// Does the work of an awaited form that has no result.
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
                        continuation.resume(throwing: error ?? HKError.withoutError)
                    }
                }
            }
        }
    }

    /// Does the work of an awaited form that has a result.
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
    /// Does the work of an awaited form whose result is there unless there is an error.
    func awaitOverridableObject<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ handled: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void,
        direct: () async throws -> Value
    ) async throws -> Value {
        let value = try await awaitOverridableValue(isolation: isolation, handled) { try await direct() }
        guard let value else { throw HKError.withoutError }
        return value
    }
}

extension HKError {
    /// That of a handler that says neither what came of a call nor what went wrong.
    fileprivate static let withoutError = HKError(.unknown, "The call failed without an error.")
}

extension HKHealthStore: OverridableCalls {
    static var original: AnyObject.Type { HKHealthStore.self }
}
