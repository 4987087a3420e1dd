internal import CHearthProtocol
internal import HearthModel

extension TypeAuthorization: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__TypeAuthorization> { hearth__v1__type_authorization__init }

    init(_ message: Hearth__V1__TypeAuthorization, _ reader: MessageReader) throws(HearthError) {
        let share = message.share.rawValue
        self.init(
            try reader.type(message.type, "type"),
            share: share == 0 ? nil : Permission(rawValue: share),
            isReadUndetermined: message.read_undetermined != 0,
            since: message.limit_case == HEARTH__V1__TYPE_AUTHORIZATION__LIMIT_SINCE
                ? Timestamp(nanoseconds: message.since) : nil
        )
    }

    func write(to message: inout Hearth__V1__TypeAuthorization, _ writer: MessageWriter) {
        message.type = writer.text(type.identifier)
        message.share = Hearth__V1__Permission(rawValue: share?.rawValue ?? 0)
        message.read_undetermined = isReadUndetermined ? 1 : 0
        if let since {
            message.limit_case = HEARTH__V1__TYPE_AUTHORIZATION__LIMIT_SINCE
            message.since = since.nanoseconds
        }
    }
}
