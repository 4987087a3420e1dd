internal import Dispatch
internal import HearthSystem

/// Blocks the caller, for the HealthKit calls that are synchronous.
enum Blocking {
    /// Does asynchronous work and waits for it. The work runs on separate threads, because all threads that tasks share
    /// may be waiting here.
    static func wait<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Guarded<Result<Value, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Task(executorPreference: DispatchExecutor.shared) {
            let result: Result<Value, any Error>
            do {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            outcome.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = outcome.withLock({ $0 }) else {
            fatalError("the work is done without an outcome")
        }
        return try result.get()
    }
}

/// Runs tasks on Dispatch's threads. Dispatch adds threads while others wait.
private final class DispatchExecutor: TaskExecutor {
    static let shared = DispatchExecutor()

    private let queue = DispatchQueue(label: "org.hearth.blocking", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
