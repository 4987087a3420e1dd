/// A call that HealthKit has in two forms: one takes a completion handler, the other is awaited.
///
/// In HealthKit both are one method, so that a subclass that overrides the first changes the second too. Here they are two:
/// the awaited form of a subclass goes through the other, and that of the class itself does its work directly.
protocol CallsInEitherForm: AnyObject {
    /// The class that overrides nothing.
    static var original: AnyObject.Type { get }
}

private enum Override {
    /// Whether the task runs what may be an override of a subclass.
    @TaskLocal static var isUnderWay = false
}

extension CallsInEitherForm {
    /// Whether the awaited form does its work directly: in the class itself, and in what an override begins, which would
    /// come back to itself otherwise.
    private var isDirect: Bool { type(of: self) == Self.original || Override.isUnderWay }

    /// Does the work of an awaited form that has no result.
    func inEitherForm(
        isolation: isolated (any Actor)? = #isolation,
        _ handled: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void,
        own: () async throws -> Void
    ) async throws {
        guard !isDirect else { return try await own() }
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
    func valueInEitherForm<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ handled: (@escaping @Sendable (Value, (any Error)?) -> Void) -> Void,
        own: () async throws -> Value
    ) async throws -> Value {
        guard !isDirect else { return try await own() }
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

extension CallsInEitherForm {
    /// Does the work of an awaited form whose result is there unless there is an error.
    func objectInEitherForm<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        _ handled: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void,
        own: () async throws -> Value
    ) async throws -> Value {
        let value = try await valueInEitherForm(isolation: isolation, handled) { try await own() }
        guard let value else { throw HKError.withoutError }
        return value
    }
}

extension HKError {
    /// That of a handler that says neither what came of a call nor what went wrong.
    fileprivate static let withoutError = HKError(.unknown, "The call failed without an error.")
}

extension HKHealthStore: CallsInEitherForm {
    static var original: AnyObject.Type { HKHealthStore.self }
}

extension HKWorkoutBuilder: CallsInEitherForm {
    static var original: AnyObject.Type { HKWorkoutBuilder.self }
}

extension HKWorkoutRouteBuilder: CallsInEitherForm {
    static var original: AnyObject.Type { HKWorkoutRouteBuilder.self }
}

extension HKHeartbeatSeriesBuilder: CallsInEitherForm {
    static var original: AnyObject.Type { HKHeartbeatSeriesBuilder.self }
}

extension HKQuantitySeriesSampleBuilder: CallsInEitherForm {
    static var original: AnyObject.Type { HKQuantitySeriesSampleBuilder.self }
}
