import HearthServer
import HearthSystem

/// Checks for commands that open a store themselves.
enum StorePath {
    static func checkExists(_ path: String) throws(SystemError) {
        guard access(path, F_OK) == 0 else {
            throw SystemError(
                "No store at \(path): name one with --store. HEARTH_SOCKET names a server, not its store."
            )
        }
    }
}
