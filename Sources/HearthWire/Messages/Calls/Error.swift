internal import CHearthProtocol
package import HearthModel

/// A request failed and its call has ended.
package struct ErrorReply: Hashable, Sendable {
    package var error: HearthError
    /// With a version that is not supported: those that are.
    package var versions: VersionRange?

    package init(_ error: HearthError, versions: VersionRange? = nil) {
        self.error = error
        self.versions = versions
    }
}

extension ErrorReply: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Error> { hearth__v1__error__init }

    init(_ message: Hearth__V1__Error, _ reader: MessageReader) throws(HearthError) {
        error = HearthError(
            ErrorCode(rawValue: message.code.rawValue),
            try reader.text(message.message, "message"),
            field: try reader.text(message.field, "field")
        )
        versions = try reader.message(message.versions, "versions")
    }

    func write(to message: inout Hearth__V1__Error, _ writer: MessageWriter) {
        message.code = Hearth__V1__ErrorCode(rawValue: error.code.rawValue)
        message.message = writer.text(error.message)
        message.field = writer.text(error.field)
        message.versions = writer.message(versions)
    }
}
