internal import Dispatch

/// Runs the work of calls that take a completion handler, and then calls the handler.
///
/// Handlers run one after the other, because apps for HealthKit share variables between them.
final class CompletionHandlers: Sendable {
    private let queue = DispatchQueue(label: "HKHealthStore.handlers")

    /// Calls a method of a delegate.
    func call(_ method: @escaping @Sendable () -> Void) {
        queue.async { method() }
    }

    /// Does some work, and then calls a handler with its result.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        then handle: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        Task { [queue] in
            let result: Result<Value, any Error>
            do {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            queue.async { handle(result) }
        }
    }

    /// Does some work, and reports to a completion handler whether it succeeded.
    func report(
        to completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
        _ work: @escaping @Sendable () async throws -> Void
    ) {
        run(work) { result in
            switch result {
            case .success: completion(true, nil)
            case .failure(let error): completion(false, error)
            }
        }
    }

    /// Does some work, and passes its result to a completion handler; after an error, `none` and the error.
    func deliver<Value: Sendable>(
        to completion: @escaping @Sendable (Value, (any Error)?) -> Void,
        otherwise none: Value,
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        run(work) { result in
            switch result {
            case .success(let value): completion(value, nil)
            case .failure(let error): completion(none, error)
            }
        }
    }
}
