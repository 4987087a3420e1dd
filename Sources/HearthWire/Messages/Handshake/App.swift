internal import CHearthProtocol
internal import HearthModel

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

extension App: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__App> { hearth__v1__app__init }

    init(_ message: Hearth__V1__App, _ reader: MessageReader) throws(HearthError) {
        bundleIdentifier = try reader.name(message.bundle_identifier, "bundle_identifier")
        name = try reader.text(message.name, "name")
        version = try reader.text(message.version, "version")
    }

    func write(to message: inout Hearth__V1__App, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(bundleIdentifier)
        message.name = writer.text(name)
        message.version = writer.text(version)
    }
}
