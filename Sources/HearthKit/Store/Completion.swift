internal import Dispatch

extension HKHealthStore {
    /// Does some work for a call that does not wait, and then calls a handler with what came of it. The store object
    /// lives until then.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable (HKHealthStore) async throws -> Value,
        then handle: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        Task {
            let result: Result<Value, any Error>
            do {
                result = .success(try await work(self))
            } catch {
                result = .failure(error)
            }
            handlers.async { handle(result) }
        }
    }

    /// Does some work and says with a completion handler how it went.
    func report(
        to completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
        _ work: @escaping @Sendable (HKHealthStore) async throws -> Void
    ) {
        run(work) { result in
            switch result {
            case .success: completion(true, nil)
            case .failure(let error): completion(false, error)
            }
        }
    }

    /// Does some work and hands what comes of it to a completion handler, or else an error and the value that stands
    /// for none.
    func deliver<Value: Sendable>(
        to completion: @escaping @Sendable (Value, (any Error)?) -> Void,
        otherwise none: Value,
        _ work: @escaping @Sendable (HKHealthStore) async throws -> Value
    ) {
        run(work) { result in
            switch result {
            case .success(let value): completion(value, nil)
            case .failure(let error): completion(none, error)
            }
        }
    }
}
