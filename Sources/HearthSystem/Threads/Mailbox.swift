/// Passes messages from one thread to another, in order.
///
/// `@unchecked Sendable`: `mutex` guards `messages`. It is a pthread lock, because a thread has to wait for messages.
///
/// Unsafe pointers: a pthread lock must not move.
package final class Mailbox<Message: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var messages: [Message] = []

    package init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if !canImport(Darwin)
            // Setting the time of day does not make the thread wait longer.
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        #endif
        pthread_cond_init(filled, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(filled)
        pthread_mutex_destroy(mutex)
        filled.deallocate()
        mutex.deallocate()
    }

    package func post(_ message: Message) {
        pthread_mutex_lock(mutex)
        messages.append(message)
        pthread_mutex_unlock(mutex)
        // After unlocking: a thread woken earlier would wait for the lock.
        pthread_cond_signal(filled)
    }

    /// Takes all messages without waiting.
    package func takeAll() -> [Message] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let taken = messages
        messages = []
        return taken
    }

    /// Takes the messages before the first unwanted one, without waiting.
    package func takeAll(while isWanted: (Message) -> Bool) -> [Message] {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let end = messages.firstIndex { !isWanted($0) } ?? messages.count
        defer { messages.removeFirst(end) }
        return Array(messages[..<end])
    }

    /// Waits for the next message. Returns nil if none arrives within the time; a nil time waits forever.
    package func next(within nanoseconds: Int64?) -> Message? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let deadline = nanoseconds.map(timespec.init(fromNow:))
        while messages.isEmpty {
            if var deadline {
                guard pthread_cond_timedwait(filled, mutex, &deadline) == 0 else { break }
            } else {
                pthread_cond_wait(filled, mutex)
            }
        }
        return messages.isEmpty ? nil : messages.removeFirst()
    }
}

extension timespec {
    /// A time from now on the monotonic clock.
    fileprivate init(fromNow nanoseconds: Int64) {
        let now = timespec.monotonicNow
        let total = Int64(now.tv_nsec) + nanoseconds
        self.init(tv_sec: now.tv_sec + Int(total / 1_000_000_000), tv_nsec: Int(total % 1_000_000_000))
    }
}
