import CLibUV
import HearthSystem

/// libuv's loop: waits for sockets, times, signals and other threads, and calls those who asked.
///
/// Unsafe pointers: libuv knows its loop and its handles by their addresses, which must not change.
final class EventLoop {
    let pointer = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)

    init() {
        let code = uv_loop_init(pointer)
        precondition(code == 0, "libuv has no loop: \(EventLoop.name(of: code))")
    }

    deinit {
        uv_loop_close(pointer)
        pointer.deallocate()
    }

    /// Called before the first callback after a wait.
    var willCall: () -> Void = {}
    /// Whether a callback has run since the wait began.
    private var hasCalled = false

    /// Whether the loop polls for a moment before it sleeps. Turned off where saving power matters more than 50 us.
    var isBusyPolling: Bool {
        get { busyPoll.isEnabled }
        set { busyPoll.isEnabled = newValue }
    }

    private var busyPoll = BusyPoll()
    private var isWoken = false

    /// Runs the callbacks that are due. `waiting`: waits for the first one. `others`: the load of the writer.
    func poll(waiting: Bool, others: WriterLoad = .nothing) {
        hasCalled = false
        isWoken = false
        let begin = EventLoop.now
        let pollNanoseconds = busyPoll.begin(at: begin, others: others)
        guard waiting else {
            uv_run(pointer, UV_RUN_NOWAIT)
            return
        }
        if pollNanoseconds > 0, pollBusily(from: begin, to: begin + pollNanoseconds) { return }
        uv_run(pointer, UV_RUN_ONCE)
        if !isWoken {
            busyPoll.noteSleep(from: begin, to: EventLoop.now)
        }
    }

    /// Runs the callbacks that are due, between other work.
    func callDue() {
        hasCalled = false
        uv_run(pointer, UV_RUN_NOWAIT)
    }

    /// Another thread has woken the loop.
    fileprivate func noteWakeup(byWriter: Bool) {
        isWoken = true
        if byWriter {
            busyPoll.noteReport(at: EventLoop.now)
        }
    }

    /// Polls for a moment and yields the processor between. Returns whether a callback has run.
    private func pollBusily(from begin: Int64, to end: Int64) -> Bool {
        var before = begin
        while true {
            uv_run(pointer, UV_RUN_NOWAIT)
            let now = EventLoop.now
            guard !hasCalled, now < end, busyPoll.noteYield(from: before, to: now) else { return hasCalled }
            before = now
            sched_yield()
        }
    }

    /// A callback runs, which may leave work, so the loop must not wait. libuv would, after the callbacks that were due when
    /// it began.
    fileprivate func noteCall() {
        guard !hasCalled else { return }
        hasCalled = true
        uv_stop(pointer)
        willCall()
    }

    /// Nanoseconds on a clock that only goes forward.
    static var now: Int64 { Int64(uv_hrtime()) }

    static func name(of code: Int32) -> String {
        String(cString: uv_strerror(code))
    }
}

/// Something that the loop watches. Ends with `close`, and is kept alive by the loop until then.
///
/// Unsafe pointers: libuv takes handles of all kinds by the address of a common beginning of theirs.
class LoopHandle<Kind> {
    let pointer = UnsafeMutablePointer<Kind>.allocate(capacity: 1)
    fileprivate let loop: EventLoop
    private var isClosed = false

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// To be called when libuv has initialised the handle.
    func attach() {
        handle.pointee.data = Unmanaged.passRetained(self as LoopHandle<Kind>).toOpaque()
    }

    /// The object that libuv's handle belongs to. There is one class for each kind of handle.
    static func called(_ pointer: UnsafeMutablePointer<Kind>?) -> Self? {
        guard let pointer else { return nil }
        let handle = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: uv_handle_t.self)
        guard let data = handle.pointee.data else { return nil }
        let called = Unmanaged<LoopHandle<Kind>>.fromOpaque(data).takeUnretainedValue()
        called.loop.noteCall()
        return unsafeDowncast(called, to: Self.self)
    }

    var handle: UnsafeMutablePointer<uv_handle_t> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: uv_handle_t.self)
    }

    /// Stops watching. No callback runs after this.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        uv_close(handle) { handle in
            guard let handle, let data = handle.pointee.data else { return }
            Unmanaged<AnyObject>.fromOpaque(data).release()
            handle.deinitialize(count: 1)
            UnsafeMutableRawPointer(handle).deallocate()
        }
    }
}

/// Watches a descriptor.
final class Poll: LoopHandle<uv_poll_t> {
    /// What to watch for, or what has happened.
    struct Events: OptionSet {
        let rawValue: Int32

        static let readable = Events(rawValue: Int32(UV_READABLE.rawValue))
        static let writable = Events(rawValue: Int32(UV_WRITABLE.rawValue))
        static let disconnect = Events(rawValue: Int32(UV_DISCONNECT.rawValue))
    }

    /// An error that the loop has found counts as everything at once: whoever reads or writes then sees it.
    private let happened: (Events) -> Void
    private(set) var events: Events = []

    init(_ loop: EventLoop, _ descriptor: Int32, _ happened: @escaping (Events) -> Void) {
        self.happened = happened
        super.init(loop)
        let code = uv_poll_init(loop.pointer, pointer, descriptor)
        precondition(code == 0, "libuv cannot watch a socket: \(EventLoop.name(of: code))")
        attach()
    }

    func watch(_ events: Events) {
        guard events != self.events else { return }
        self.events = events
        guard !events.isEmpty else {
            uv_poll_stop(pointer)
            return
        }
        uv_poll_start(pointer, events.rawValue) { pointer, status, events in
            Poll.called(pointer)?
                .happened(status < 0 ? [.readable, .writable, .disconnect] : Events(rawValue: events))
        }
    }
}

/// Calls when a time has come.
final class Timer: LoopHandle<uv_timer_t> {
    private let elapsed: () -> Void

    init(_ loop: EventLoop, _ elapsed: @escaping () -> Void) {
        self.elapsed = elapsed
        super.init(loop)
        uv_timer_init(loop.pointer, pointer)
        attach()
    }

    /// Runs the callback once after this time, or each time that it has passed.
    func start(nanoseconds: Int64, repeats: Bool = false) {
        // Not earlier than asked for: libuv counts milliseconds.
        let milliseconds = (UInt64(max(nanoseconds, 0)) + 999_999) / 1_000_000
        uv_update_time(pointer.pointee.loop)
        uv_timer_start(
            pointer,
            { Timer.called($0)?.elapsed() },
            milliseconds,
            repeats ? milliseconds : 0
        )
    }

    func stop() {
        uv_timer_stop(pointer)
    }
}

/// Lets other threads wake the loop.
///
/// `@unchecked Sendable`: `uv_async_send` is what libuv allows on any thread; everything else stays on the loop's.
final class Wakeup: LoopHandle<uv_async_t>, @unchecked Sendable {
    private let isOfWriter: Bool
    private let woken: () -> Void

    init(_ loop: EventLoop, isOfWriter: Bool = false, _ woken: @escaping () -> Void) {
        self.isOfWriter = isOfWriter
        self.woken = woken
        super.init(loop)
        uv_async_init(loop.pointer, pointer) { pointer in
            guard let wakeup = Wakeup.called(pointer) else { return }
            wakeup.loop.noteWakeup(byWriter: wakeup.isOfWriter)
            wakeup.woken()
        }
        attach()
    }

    func wake() {
        uv_async_send(pointer)
    }
}

/// Calls when the process gets a signal.
final class SignalWatch: LoopHandle<uv_signal_t> {
    private let received: () -> Void

    init(_ loop: EventLoop, _ signal: Int32, _ received: @escaping () -> Void) {
        self.received = received
        super.init(loop)
        uv_signal_init(loop.pointer, pointer)
        attach()
        uv_signal_start(
            pointer,
            { pointer, _ in SignalWatch.called(pointer)?.received() },
            signal
        )
    }
}
