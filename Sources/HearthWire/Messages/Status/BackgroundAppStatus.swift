internal import CHearthProtocol
internal import HearthModel

/// An app that is registered for background delivery.
package struct BackgroundAppStatus: Hashable, Sendable {
    package var bundleIdentifier: String
    /// For how many types.
    package var registrations: UInt64

    package init(bundleIdentifier: String, registrations: UInt64) {
        self.bundleIdentifier = bundleIdentifier
        self.registrations = registrations
    }
}

extension BackgroundAppStatus: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__BackgroundAppStatus> {
        hearth__v1__background_app_status__init
    }

    init(_ message: Hearth__V1__BackgroundAppStatus, _ reader: MessageReader) throws(HearthError) {
        bundleIdentifier = try reader.text(message.bundle_identifier, "bundle_identifier")
        registrations = message.registrations
    }

    func write(to message: inout Hearth__V1__BackgroundAppStatus, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(bundleIdentifier)
        message.registrations = registrations
    }
}
