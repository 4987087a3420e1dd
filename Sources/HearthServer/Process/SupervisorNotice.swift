import HearthSocket
import HearthSystem

/// Tells systemd how the service does: one datagram a word.
///
/// Unsafe pointers: the address of a socket is taken as a pointer to a common beginning of all kinds of addresses.
struct SupervisorNotice {
    private let path: String?
    /// The time between two notices that all is well; nil: systemd does not ask for them.
    let watchdogNanoseconds: Int64?

    init(_ environment: [String: String]) {
        path = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        let isMeant = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
        // Twice as often as is asked for, so that one late word does no harm.
        watchdogNanoseconds =
            isMeant ? environment["WATCHDOG_USEC"].flatMap { Int64($0) }.map { max($0, 2) * 500 } : nil
    }

    func ready() { send("READY=1") }
    func stopping() { send("STOPPING=1") }
    func alive() { send("WATCHDOG=1") }

    private func send(_ word: String) {
        guard let path else { return }
        #if os(Linux)
            let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            var bytes = Array(path.utf8)
            guard bytes.count <= SocketPath.bytesMax else { return }
            if bytes[0] == UInt8(ascii: "@") {
                // A name that is in no folder.
                bytes[0] = 0
            }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
            withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = sendto(descriptor, word, word.utf8.count, Int32(MSG_NOSIGNAL), $0, length)
                }
            }
        #endif
    }
}
