internal import CHearthProtocol
package import HearthModel

/// Opens the session.
package struct Hello: Hashable, Sendable {
    /// The protocol's major version that the client speaks.
    package var major: UInt32
    /// The newest minor version that the client supports.
    package var minor: UInt32
    package var app: App
    package var host: Host?
    /// Name and version of the client library.
    package var client: String

    /// What `client` of the program `hearth` begins with, in all its builds.
    package static let toolPrefix = "hearth "

    package init(major: UInt32, minor: UInt32, app: App, host: Host? = nil, client: String = "") {
        self.major = major
        self.minor = minor
        self.app = app
        self.host = host
        self.client = client
    }
}

extension Hello: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Hello> { hearth__v1__hello__init }

    init(_ message: Hearth__V1__Hello, _ reader: MessageReader) throws(HearthError) {
        major = message.major
        minor = message.minor
        app = try reader.required(message.app, "app")
        host = try reader.message(message.host, "host")
        client = try reader.text(message.client, "client")
    }

    func write(to message: inout Hearth__V1__Hello, _ writer: MessageWriter) {
        message.major = major
        message.minor = minor
        message.app = writer.message(app)
        message.host = writer.message(host)
        message.client = writer.text(client)
    }
}
