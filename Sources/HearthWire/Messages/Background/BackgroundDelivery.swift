internal import CHearthProtocol
package import HearthModel

/// Registers an app for background delivery of types, takes registrations back, or reads them.
package struct BackgroundDelivery: Hashable, Sendable {
    /// What is registered for other types stays.
    package var enable: [BackgroundRegistration]
    /// The types to clear.
    package var disable: [ObjectType]
    /// Clears every type that is not in `enable`.
    package var disableAll: Bool
    /// How the app is started; nil: as was said before.
    package var launch: BackgroundLaunch?

    package init(
        enable: [BackgroundRegistration] = [],
        disable: [ObjectType] = [],
        disableAll: Bool = false,
        launch: BackgroundLaunch? = nil
    ) {
        self.enable = enable
        self.disable = disable
        self.disableAll = disableAll
        self.launch = launch
    }

    /// Whether nothing is to be changed.
    package var onlyReads: Bool { enable.isEmpty && disable.isEmpty && !disableAll && launch == nil }

    /// Nobody knows which of two wishes for one type counts.
    private func checkThatTypesDiffer() throws(HearthError) {
        var types: Set<ObjectType> = []
        for (index, registration) in enable.enumerated() where !types.insert(registration.type).inserted {
            throw HearthError(.invalidArgument, "the type is named twice", field: "enable[\(index)].type")
        }
        for (index, type) in disable.enumerated() where !types.insert(type).inserted {
            throw HearthError(.invalidArgument, "the type is named twice", field: "disable[\(index)]")
        }
    }
}

extension BackgroundDelivery: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__BackgroundDelivery> { hearth__v1__background_delivery__init }

    init(_ message: Hearth__V1__BackgroundDelivery, _ reader: MessageReader) throws(HearthError) {
        enable = try reader.messages(message.enable, message.n_enable, "enable")
        disable = try reader.types(message.disable, message.n_disable, "disable")
        for (index, type) in disable.enumerated() {
            try locating("disable[\(index)]", type.checkBackgroundDelivery())
        }
        disableAll = message.disable_all != 0
        launch = try reader.message(message.launch, "launch")
        try checkThatTypesDiffer()
    }

    func write(to message: inout Hearth__V1__BackgroundDelivery, _ writer: MessageWriter) {
        message.n_enable = enable.count
        message.enable = writer.messages(enable)
        message.n_disable = disable.count
        message.disable = writer.texts(disable.map(\.identifier))
        message.disable_all = disableAll ? 1 : 0
        message.launch = writer.message(launch)
    }
}
