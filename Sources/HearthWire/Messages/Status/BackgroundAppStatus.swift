internal import CHearthProtocol
internal import HearthModel

/// An app that is registered for background delivery.
package struct BackgroundAppStatus: Hashable, Sendable {
    package var bundleIdentifier: String
    /// For how many types.
    package var registrations: UInt64
    /// The registrations one by one, as far as they fit.
    package var types: [BackgroundTypeStatus]
    /// How it is started, for people, as much of it as a text may hold; "": nobody has said how.
    package let launch: String
    /// The process that the server has started for it; 0: none runs.
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
    /// The text, or its first characters as far as they fit into so many bytes.
    fileprivate func beginning(bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        // An index between the bytes of a character is taken for that of the character.
        return String(self[..<utf8.index(startIndex, offsetBy: bytes)])
    }
}
