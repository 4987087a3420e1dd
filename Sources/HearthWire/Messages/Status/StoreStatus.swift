internal import CHearthProtocol
package import HearthModel

/// The contents of the store.
package struct StoreStatus: Hashable, Sendable {
    /// The store's newest state.
    package var anchor: EncodedAnchor
    package var samples: UInt64
    /// Deletions that are still known.
    package var deletions: UInt64
    /// Segments in which the samples lie.
    package var segments: UInt64
    /// The bytes of the database file; 0: the store has none.
    package var fileBytes: UInt64
    /// The bytes of the write-ahead log.
    package var logBytes: UInt64
    /// The bytes of saves in progress, of all apps.
    package var stagedBytes: UInt64
    /// For background delivery, over all apps.
    package var backgroundRegistrations: UInt64
    /// Why writes are refused at present; "": they are not.
    package var fault: String
    /// The store's file; "": it has none.
    package var path: String

    package init(
        anchor: EncodedAnchor,
        samples: UInt64 = 0,
        deletions: UInt64 = 0,
        segments: UInt64 = 0,
        fileBytes: UInt64 = 0,
        logBytes: UInt64 = 0,
        stagedBytes: UInt64 = 0,
        backgroundRegistrations: UInt64 = 0,
        fault: String = "",
        path: String = ""
    ) {
        self.anchor = anchor
        self.samples = samples
        self.deletions = deletions
        self.segments = segments
        self.fileBytes = fileBytes
        self.logBytes = logBytes
        self.stagedBytes = stagedBytes
        self.backgroundRegistrations = backgroundRegistrations
        self.fault = fault
        self.path = path
    }
}

extension StoreStatus: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__StoreStatus> { hearth__v1__store_status__init }

    init(_ message: Hearth__V1__StoreStatus, _ reader: MessageReader) throws(HearthError) {
        anchor = try reader.anchor(message.anchor)
        samples = message.samples
        deletions = message.deletions
        segments = message.segments
        fileBytes = message.file_bytes
        logBytes = message.log_bytes
        stagedBytes = message.staged_bytes
        backgroundRegistrations = message.background_registrations
        fault = try reader.text(message.fault, "fault")
        path = try reader.text(message.path, "path")
    }

    func write(to message: inout Hearth__V1__StoreStatus, _ writer: MessageWriter) {
        message.anchor = writer.column(anchor.bytes)
        message.samples = samples
        message.deletions = deletions
        message.segments = segments
        message.file_bytes = fileBytes
        message.log_bytes = logBytes
        message.staged_bytes = stagedBytes
        message.background_registrations = backgroundRegistrations
        message.fault = writer.text(fault)
        message.path = writer.text(path)
    }
}
