import CPrctl
import HearthSystem

/// The process that has started this one, such as a shell.
struct StartingProcess {
    private let id = getppid()

    /// Lets this process, and the program that it becomes, end with the process that started it. Returns false if that one has
    /// ended already: then nothing would end this one.
    func endWithIt() -> Bool {
        guard hearth_end_with_parent() == 0 else { return true }
        let parent = getppid()
        guard parent == id else { return false }
        // It may have ended before this program began. A process is in the session of the one that has started it, unless it
        // began its own; the one that takes it over is in another. The parent may also be outside of a container.
        let session = getsid(0)
        guard parent > 0, session != getpid() else { return true }
        let other = getsid(parent)
        return other < 0 || other == session
    }
}
