internal import Dispatch
internal import HearthSystem

/// HealthKit answers some questions while the caller waits.
enum Blocking {
    /// Does asynchronous work and waits for it. On threads of its own: those that tasks share may all be waiting here.
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
            preconditionFailure("the work is done without an outcome")
        }
        return try result.get()
    }
}

/// Runs tasks on Dispatch's threads, of which there are more than processors when they wait.
private final class DispatchExecutor: TaskExecutor {
    static let shared = DispatchExecutor()

    private let queue = DispatchQueue(label: "org.hearth.blocking", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
