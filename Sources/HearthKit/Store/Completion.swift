internal import Dispatch

extension HKHealthStore {
    /// Does some work and says with a completion handler how it went.
    func report(
        to completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
        _ work: @escaping @Sendable (HKHealthStore) async throws -> Void
    ) {
        run { store in
            do {
                try await work(store)
                store.handlers.async { completion(true, nil) }
            } catch {
                store.handlers.async { completion(false, error) }
            }
        }
    }

    /// Does some work and hands what comes of it to a completion handler.
    func deliver<Value: Sendable>(
        to completion: @escaping @Sendable (Value?, (any Error)?) -> Void,
        _ work: @escaping @Sendable (HKHealthStore) async throws -> Value
    ) {
        run { store in
            do {
                let value = try await work(store)
                store.handlers.async { completion(value, nil) }
            } catch {
                store.handlers.async { completion(nil, error) }
            }
        }
    }

    /// Does some work for a call that does not wait. The store object lives until it is done.
    func run(_ work: @escaping @Sendable (HKHealthStore) async -> Void) {
        Task { await work(self) }
    }
}

/// Something that one task hands to another and does not touch any more.
///
/// `@unchecked Sendable`: HealthKit takes predicates and sort descriptors from any thread, and Foundation's classes for
/// them, which do not change, do not say that they are sendable.
struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
