internal import CHearthProtocol
internal import HearthModel

extension BackgroundDelivery: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__BackgroundDelivery> { hearth__v1__background_delivery__init }

    init(_ message: Hearth__V1__BackgroundDelivery, _ reader: MessageReader) throws(HearthError) {
        let enable: [BackgroundRegistration] = try reader.messages(message.enable, message.n_enable, "enable")
        let disable = try reader.types(message.disable, message.n_disable, "disable")
        for (index, type) in disable.enumerated() {
            try locating("disable[\(index)]", type.checkBackgroundDelivery())
        }
        self.init(
            enable: enable,
            disable: disable,
            disableAll: message.disable_all != 0,
            launch: try reader.message(message.launch, "launch")
        )
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

    /// Two registrations of one type would contradict each other.
    private func checkThatTypesDiffer() throws(HearthError) {
        var types: Set<ObjectType> = []
        for (index, registration) in enable.enumerated() where !types.insert(registration.type).inserted {
            throw HearthError(.invalidArgument, "The type is named twice.", field: "enable[\(index)].type")
        }
        for (index, type) in disable.enumerated() where !types.insert(type).inserted {
            throw HearthError(.invalidArgument, "The type is named twice.", field: "disable[\(index)]")
        }
    }
}
