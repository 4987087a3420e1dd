internal import CHearthProtocol
internal import HearthModel

extension AccessControl: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__AccessControl> { hearth__v1__access_control__init }

    init(_ message: Hearth__V1__AccessControl, _ reader: MessageReader) throws(HearthError) {
        switch message.action {
        case HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_LIST:
            try AccessControl.checkNoApp(message, reader)
            self = .list
        case HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_ADD:
            self = .add(
                AppID(try reader.name(message.app, "app")),
                name: try reader.text(message.name, "name"),
                group: try reader.text(message.group, "group")
            )
        case HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_REMOVE:
            self = .remove(AppID(try reader.name(message.app, "app")))
        case HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_DECIDE:
            self = .decide(
                AppID(try reader.name(message.app, "app")),
                try reader.messages(message.grants, message.n_grants, "grants")
            )
        case HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_ANSWER:
            self = .answer(
                AppID(try reader.name(message.app, "app")),
                try reader.messages(message.grants, message.n_grants, "grants"),
                isVerified: message.verified != 0
            )
        case HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_OPEN, HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_ASK:
            try AccessControl.checkNoApp(message, reader)
            self = .ask(message.action == HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_ASK)
        case HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_AWAIT:
            try AccessControl.checkNoApp(message, reader)
            self = .await(seen: message.seen)
        case HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_COUNTS:
            try AccessControl.checkNoApp(message, reader)
            self = .counts(days: message.days)
        default: throw HearthError(.valueOutOfRange, "The action is not known.", field: "action")
        }
        try validate()
    }

    private static func checkNoApp(_ message: Hearth__V1__AccessControl, _ reader: MessageReader) throws(HearthError) {
        guard try reader.text(message.app, "app").isEmpty else {
            throw HearthError(.invalidArgument, "The action is about all apps.", field: "app")
        }
    }

    func write(to message: inout Hearth__V1__AccessControl, _ writer: MessageWriter) {
        switch self {
        case .list: message.action = HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_LIST
        case .add(let app, let name, let group):
            message.action = HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_ADD
            message.app = writer.text(app.description)
            message.name = writer.text(name)
            message.group = writer.text(group)
        case .remove(let app):
            message.action = HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_REMOVE
            message.app = writer.text(app.description)
        case .decide(let app, let grants):
            message.action = HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_DECIDE
            message.app = writer.text(app.description)
            message.n_grants = grants.count
            message.grants = writer.messages(grants)
        case .answer(let app, let grants, let isVerified):
            message.action = HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_ANSWER
            message.app = writer.text(app.description)
            message.n_grants = grants.count
            message.grants = writer.messages(grants)
            message.verified = isVerified ? 1 : 0
        case .ask(let asks):
            message.action =
                asks
                ? HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_ASK : HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_OPEN
        case .await(let seen):
            message.action = HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_AWAIT
            message.seen = seen
        case .counts(let days):
            message.action = HEARTH__V1__ACCESS_ACTION__ACCESS_ACTION_COUNTS
            message.days = days
        }
    }
}
