internal import HearthModel
internal import HearthSocket

extension HKError {
    /// Does some work, and translates its errors to HealthKit's. A cancelled task throws `CancellationError`.
    static func translating<Value>(
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch {
            throw HKError.translated(error)
        }
    }

    /// Does some work, and translates its errors to HealthKit's.
    static func translating<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            throw HKError.translated(error)
        }
    }

    /// The error that an app sees.
    package static func translated(_ error: any Error) -> any Error {
        switch error {
        case let error as HearthError: HKError(error)
        case let error as SocketError: HKError(.databaseInaccessible, error.description)
        default: error
        }
    }
}
