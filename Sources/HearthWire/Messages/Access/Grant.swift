internal import CHearthProtocol
internal import HearthModel

extension Grant: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Grant> { hearth__v1__grant__init }

    init(_ message: Hearth__V1__Grant, _ reader: MessageReader) throws(HearthError) {
        self.init(
            try reader.type(message.type, "type"),
            share: Grant.permission(message.share),
            read: Grant.permission(message.read),
            since: message.limit_case == HEARTH__V1__GRANT__LIMIT_SINCE ? Timestamp(nanoseconds: message.since) : nil,
            isShareRecorded: message.share_recorded != 0,
            isReadRecorded: message.read_recorded != 0,
            decided: message.decided == 0 ? nil : Timestamp(nanoseconds: message.decided)
        )
    }

    /// Nil if nothing is said about it.
    private static func permission(_ permission: Hearth__V1__Permission) -> Permission? {
        permission.rawValue == 0 ? nil : Permission(rawValue: permission.rawValue)
    }

    func write(to message: inout Hearth__V1__Grant, _ writer: MessageWriter) {
        message.type = writer.text(type.identifier)
        message.share = Hearth__V1__Permission(rawValue: share?.rawValue ?? 0)
        message.read = Hearth__V1__Permission(rawValue: read?.rawValue ?? 0)
        message.share_recorded = isShareRecorded ? 1 : 0
        message.read_recorded = isReadRecorded ? 1 : 0
        message.decided = decided?.nanoseconds ?? 0
        if let since {
            message.limit_case = HEARTH__V1__GRANT__LIMIT_SINCE
            message.since = since.nanoseconds
        }
    }
}
