/// A value that several threads use, one at a time.
///
/// `@unchecked Sendable`: `mutex` guards `value`. It is a pthread lock, because the thread sanitizer does not support
/// the standard library's on Linux, and would report false races.
///
/// Unsafe pointers: a pthread lock must not move.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
