/// What the server runs in, for its status.
package struct ServerEnvironment: Sendable {
    /// What the server calls itself, also in its Welcome.
    package var version = "hearth 1.0.0"
    /// The number of the process.
    package var process: Int32 = 0
    /// The store's file; "": it has none.
    package var storePath = ""
    /// The bytes of the store's file and of the log next to it.
    package var fileSizes: @Sendable () -> (file: Int, log: Int) = { (0, 0) }
}
