import CLibUV
import HearthSystem

/// Finds the readable ones of many sockets, at a cost that does not grow with their number.
///
/// Unsafe pointers: libuv identifies its loop and handles by their addresses, which must not change.
final class ReadableSockets {
    private let loop = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
    private var handles: [UnsafeMutablePointer<uv_poll_t>] = []
    private var readable: [Int] = []

    init() {
        let code = uv_loop_init(loop)
        precondition(code == 0, "libuv has no loop: \(String(cString: uv_strerror(code)))")
        loop.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        for handle in handles {
            let handle = UnsafeMutableRawPointer(handle)
            uv_close(handle.assumingMemoryBound(to: uv_handle_t.self)) { UnsafeMutableRawPointer($0)?.deallocate() }
        }
        uv_run(loop, UV_RUN_NOWAIT)
        uv_loop_close(loop)
        loop.deallocate()
    }

    /// Adds a socket. Sockets are numbered in the order of their addition.
    func add(_ descriptor: Int32) {
        let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
        let flags = fcntl(descriptor, F_GETFL)
        let code = uv_poll_init(loop, handle, descriptor)
        precondition(code == 0, "libuv cannot watch a socket: \(String(cString: uv_strerror(code)))")
        // libuv wants no socket to wait; here one that is written to may.
        _ = fcntl(descriptor, F_SETFL, flags)
        handle.pointee.data = UnsafeMutableRawPointer(bitPattern: handles.count)
        handles.append(handle)
        uv_poll_start(handle, Int32(UV_READABLE.rawValue)) { handle, _, _ in
            guard let handle, let owner = handle.pointee.loop.pointee.data else { return }
            // An error counts as well: reading returns it.
            Unmanaged<ReadableSockets>.fromOpaque(owner)._withUnsafeGuaranteedRef {
                $0.readable.append(Int(bitPattern: handle.pointee.data))
            }
        }
    }

    /// Waits for sockets that can be read; their numbers.
    func wait() -> [Int] {
        readable.removeAll(keepingCapacity: true)
        uv_run(loop, UV_RUN_ONCE)
        return readable
    }
}
