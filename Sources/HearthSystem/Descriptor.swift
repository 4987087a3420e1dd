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
