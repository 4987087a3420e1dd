import CLinux
import HearthSystem

/// The process that has started this one, such as a shell.
struct StartingProcess {
    private let id = getppid()

    /// Lets this process, and the program that it becomes, end with the process that started it. Returns false if that one has
    /// ended since: then nothing would end this one. An end before this process began is not noticed.
    func endWithIt() -> Bool {
        hearth_end_with_parent() != 0 || getppid() == id
    }
}
