import CLibUV
import CMalloc
import HearthSystem

/// What the process asks of the system before it touches the store.
///
/// Unsafe pointers: `getrlimit` fills in a structure.
enum ProcessLimits {
    /// Files are made for their owner alone, and no core dump holds what the store holds.
    static func keepPrivate() {
        umask(0o077)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(core, &none)
    }

    /// Opens closed standard descriptors: a socket would get their numbers, and lines for standard error would go to a
    /// client.
    static func keepStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Unblocks all signals. A process inherits the blocked signals of its parent, but the server must receive those
    /// that stop it, and SIGCHLD when an app that it started has ended.
    ///
    /// Unsafe pointers: `pthread_sigmask` takes the set by its address.
    static func hearSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// A reader of the log, or of anything else, that is gone is an error of `write` and not the end of the server. The
    /// apps that the server starts have the signal again: libuv resets all signals in them.
    static func outliveReaders() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Ignores signals that the server does not use and whose default action ends the process: user signals, timers,
    /// descriptors. Exceeding the limit of a file's size then makes `write` fail.
    ///
    /// libuv resets the signals in the apps that the server starts, except the real-time signals. These get a handler
    /// that does nothing, because `exec` resets handlers and keeps what is ignored.
    static func ignoreStraySignals() {
        for number in straySignals {
            signal(number, SIG_IGN)
        }
        #if canImport(Glibc) || canImport(Musl)
            for number in __libc_current_sigrtmin()...__libc_current_sigrtmax() {
                signal(number) { _ in }
            }
        #endif
    }

    private static var straySignals: [Int32] {
        let common = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGXFSZ]
        #if canImport(Glibc) || canImport(Musl)
            return common + [SIGSTKFLT]
        #else
            return common
        #endif
    }

    /// The signals that stop the server in order. `ignoresHangups` says whether SIGHUP is one more.
    static var stopSignals: [Int32] {
        let common = [SIGTERM, SIGINT, SIGQUIT, SIGXCPU]
        #if canImport(Glibc) || canImport(Musl)
            return common + [SIGPWR]
        #else
            return common
        #endif
    }

    /// Blocks the signals that stop the server. Only the exit is left then, which a repeated signal must not turn into a
    /// failure: without its watch each would end the process.
    ///
    /// Unsafe pointers: the system takes a set of signals by its address.
    static func blockStopSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in stopSignals {
            sigaddset(&signals, signal)
        }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Whether the process was started to outlive its terminal, as by `nohup`.
    ///
    /// Unsafe pointers: `sigaction` fills in a structure. One of its fields is a function's address that is only
    /// compared.
    static var ignoresHangups: Bool {
        var action = sigaction()
        guard sigaction(SIGHUP, nil, &action) == 0 else { return false }
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #elseif canImport(Musl)
            let handler = action.__sa_handler.sa_handler
        #else
            let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
    }

    /// Keeps the apps that the server starts from inheriting descriptors that it inherited itself.
    static func keepDescriptorsFromApps() {
        uv_disable_stdio_inheritance()
    }

    /// Keeps freed memory for reuse. By itself the C library gives the columns of each large save back to the
    /// system, which clears them, page by page, for the next: a sixth of the time of a bulk save. What it keeps now, 16
    /// MiB at most, is less than the store may hold in columns at once.
    static func keepFreedMemory() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, 8 << 20)
            mallopt(M_TRIM_THRESHOLD, 16 << 20)
        #endif
    }

    /// As many connections as the system lets the process have, up to a bound. Throws when those would be next to none.
    static func raiseDescriptors() throws(SystemError) -> Int {
        var limit = rlimit()
        guard getrlimit(descriptors, &limit) == 0 else { return leastConnections }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(connectionsMax + reservedDescriptors))
        setrlimit(descriptors, &limit)
        getrlimit(descriptors, &limit)
        guard limit.rlim_cur >= rlim_t(leastDescriptors) else {
            throw SystemError(
                "The process may open \(limit.rlim_cur) files, and needs \(leastDescriptors): raise the limit (ulimit -n)."
            )
        }
        return max(Int(clamping: limit.rlim_cur) - reservedDescriptors, leastConnections)
    }

    private static let connectionsMax = 65_536
    private static let leastConnections = 16
    /// The store's files, the loop's own, the connections kept for the owner's tool, and one to refuse connections with.
    private static let reservedDescriptors = 64
    /// Twice what the store and the loop have open, the least connections, and those kept for the owner's tool.
    private static let leastDescriptors = 48 + ServerOptions.reservedConnections

    #if canImport(Glibc)
        private static let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let core = RLIMIT_CORE
        private static let descriptors = RLIMIT_NOFILE
    #endif
}
