internal import CHearthProtocol
internal import HearthModel

/// An app that is registered for background delivery.
package struct BackgroundAppStatus: Hashable, Sendable {
    package var bundleIdentifier: String
    /// For how many types.
    package var registrations: UInt64
    /// The registrations one by one, as far as they fit.
    package var types: [BackgroundTypeStatus]
    /// The launch command for display, cut to the limit of a text; "": none.
    package let launch: String
    /// The process that the server has started for the app; 0: none.
    package var process: UInt64
    /// How many named cursors it has.
    package var cursors: UInt64

    package init(
        bundleIdentifier: String,
        registrations: UInt64,
        types: [BackgroundTypeStatus] = [],
        launch: String = "",
        process: UInt64 = 0,
        cursors: UInt64 = 0
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.registrations = registrations
        self.types = types
        self.launch = launch.beginning(bytes: Int(Limits.standard.stringBytes))
        self.process = process
        self.cursors = cursors
    }
}

extension BackgroundAppStatus: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__BackgroundAppStatus> {
        hearth__v1__background_app_status__init
    }

    init(_ message: Hearth__V1__BackgroundAppStatus, _ reader: MessageReader) throws(HearthError) {
        bundleIdentifier = try reader.text(message.bundle_identifier, "bundle_identifier")
        registrations = message.registrations
        types = try reader.messages(message.types, message.n_types, "types")
        launch = try reader.text(message.launch, "launch")
        process = message.process
        cursors = message.cursors
    }

    func write(to message: inout Hearth__V1__BackgroundAppStatus, _ writer: MessageWriter) {
        message.bundle_identifier = writer.text(bundleIdentifier)
        message.registrations = registrations
        message.n_types = types.count
        message.types = writer.messages(types)
        message.launch = writer.text(launch)
        message.process = process
        message.cursors = cursors
    }
}

extension String {
    /// The text, or its longest prefix of whole characters within a number of bytes.
    fileprivate func beginning(bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        // An index inside a character is rounded down to the character.
        return String(self[..<utf8.index(startIndex, offsetBy: bytes)])
    }
}
