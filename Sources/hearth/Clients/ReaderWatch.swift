import HearthSystem

/// Detects that the reader of the output has ended, also while there is nothing to print: `hearth watch | head -3` ends
/// with `head`, not with the first change after it.
enum ReaderWatch {
    /// Ends the program when that happens.
    static func begin() {
        // The thread ends with the program.
        _ = BackgroundThread {
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&output, 1, -1) < 0, errno == EINTR {}
            if Int32(output.revents) & (POLLERR | POLLHUP) != 0 {
                exit(0)
            }
        }
    }
}
