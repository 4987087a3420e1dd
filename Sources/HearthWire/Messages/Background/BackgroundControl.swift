internal import CHearthProtocol
package import HearthModel

/// Changes an app's registrations on behalf of the owner.
package struct BackgroundControl: Hashable, Sendable {
    package enum Action: UInt32, CaseIterable, Sendable {
        /// Forgets that deliveries have failed.
        case resume = 1
        case remove = 2
        /// Starts the app now.
        case run = 3
    }

    package var action: Action
    /// The app's bundle identifier.
    package var app: String
    /// Nil for all types that the app is registered for.
    package var type: ObjectType?

    package init(_ action: Action, app: String, type: ObjectType? = nil) {
        self.action = action
        self.app = app
        self.type = type
    }
}

extension BackgroundControl: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__BackgroundControl> {
        hearth__v1__background_control__init
    }

    init(_ message: Hearth__V1__BackgroundControl, _ reader: MessageReader) throws(HearthError) {
        guard let action = Action(rawValue: message.action.rawValue) else {
            throw HearthError(.valueOutOfRange, "The action is not known.", field: "action")
        }
        self.action = action
        app = try reader.name(message.app, "app")
        type = try reader.text(message.type, "type").isEmpty ? nil : try reader.type(message.type, "type")
    }

    func write(to message: inout Hearth__V1__BackgroundControl, _ writer: MessageWriter) {
        message.action = Hearth__V1__BackgroundAction(rawValue: action.rawValue)
        message.app = writer.text(app)
        message.type = writer.text(type?.identifier ?? "")
    }
}
