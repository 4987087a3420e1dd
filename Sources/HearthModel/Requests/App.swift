/// An app, as a source of samples.
package struct App: Hashable, Sendable {
    /// Identifies the app among all sources.
    package var bundleIdentifier: String
    /// The name for people. "": the bundle identifier.
    package var name: String
    /// "": not said.
    package var version: String

    package init(bundleIdentifier: String, name: String = "", version: String = "") {
        self.bundleIdentifier = bundleIdentifier
        self.name = name
        self.version = version
    }
}
