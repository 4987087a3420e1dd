internal import CHearthProtocol
internal import HearthModel

extension Grant: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__Grant> { hearth__v1__grant__init }

    init(_ message: Hearth__V1__Grant, _ reader: MessageReader) throws(HearthError) {
        self.init(
            try reader.type(message.type, "type"),
            share: try Grant.permission(message.share, "share"),
            read: try Grant.permission(message.read, "read"),
            since: message.limit_case == HEARTH__V1__GRANT__LIMIT_SINCE ? Timestamp(nanoseconds: message.since) : nil
        )
    }

    /// Nil: nothing is said of it.
    private static func permission(
        _ permission: Hearth__V1__Permission,
        _ field: String
    ) throws(HearthError) -> Permission? {
        guard permission != HEARTH__V1__PERMISSION__PERMISSION_UNSPECIFIED else { return nil }
        guard let known = Permission(rawValue: permission.rawValue) else {
            throw HearthError(.valueOutOfRange, "the permission is not known", field: field)
        }
        return known
    }

    func write(to message: inout Hearth__V1__Grant, _ writer: MessageWriter) {
        message.type = writer.text(type.identifier)
        message.share = Hearth__V1__Permission(rawValue: share?.rawValue ?? 0)
        message.read = Hearth__V1__Permission(rawValue: read?.rawValue ?? 0)
        if let since {
            message.limit_case = HEARTH__V1__GRANT__LIMIT_SINCE
            message.since = since.nanoseconds
        }
    }
}
