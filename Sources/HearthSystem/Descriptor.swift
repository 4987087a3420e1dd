/// The next bytes of a file or a pipe, at most a number of them; empty at the end. Nil on an error, which `errno` has.
///
/// Unsafe pointers: the system reads into a buffer.
package func readPiece(of descriptor: Int32, atMost most: Int) -> [UInt8]? {
    while true {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, initialized in
            count = read(descriptor, buffer.baseAddress, buffer.count)
            initialized = max(0, count)
        }
        if count >= 0 { return bytes }
        guard errno == EINTR else { return nil }
    }
}

/// `close` of the system, which methods of that name hide. Ignores a negative number.
package func closeDescriptor(_ descriptor: Int32) {
    if descriptor >= 0 {
        _ = close(descriptor)
    }
}

/// Another descriptor of the same file or socket, which no child process has. Nil on an error, which `errno` has.
package func duplicateDescriptor(_ descriptor: Int32) -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy < 0 ? nil : copy
}
