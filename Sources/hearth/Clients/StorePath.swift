import HearthServer
import HearthSystem

/// Checks for commands that open a store themselves.
enum StorePath {
    /// `isNamed`: whether the command line names it.
    static func checkExists(_ path: String, isNamed: Bool) throws(SystemError) {
        guard access(path, F_OK) != 0 else { return }
        throw SystemError(
            isNamed
                ? "No store at \(path)."
                : "No store at \(path): name one with --store. HEARTH_SOCKET names a server, not its store."
        )
    }
}
