/// A timer for the next deadline of the server, which changes often and is mostly the same.
final class DeadlineTimer {
    private var timer: Timer?
    /// What the timer is set to; nil if it does not run.
    private var deadline: Int64?

    init(_ loop: EventLoop, passed: @escaping () -> Void) {
        timer = Timer(loop) { [unowned self] in
            deadline = nil
            passed()
        }
    }

    /// `deadline`: nil if nothing waits for a time.
    func set(to deadline: Int64?) {
        guard deadline != self.deadline else { return }
        self.deadline = deadline
        guard let deadline else {
            timer?.stop()
            return
        }
        timer?.start(nanoseconds: deadline - EventLoop.now)
    }

    func close() {
        timer?.close()
    }
}
